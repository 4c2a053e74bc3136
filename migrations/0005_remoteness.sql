-- Periods of remoteness, which grows by the saltus, beside those of nim-values and outcomes (docs/FORMAT.md).

CREATE TABLE period_of_any (
  game_id INTEGER NOT NULL REFERENCES game (id),
  quantity TEXT NOT NULL CHECK (quantity IN ('nim', 'outcome', 'remoteness')),
  preperiod INTEGER NOT NULL CHECK (preperiod >= 0),
  period INTEGER NOT NULL CHECK (period > 0),
  saltus INTEGER NOT NULL CHECK (saltus >= 0),
  examined INTEGER NOT NULL CHECK (examined >= preperiod + period), -- the values of [0, examined) were looked at
  needed INTEGER NOT NULL CHECK (needed > 0), -- consecutive equalities that prove it
  seen INTEGER NOT NULL CHECK (seen >= needed), -- consecutive equalities that were seen
  values_sha256 TEXT NOT NULL CHECK (length(values_sha256) = 64), -- of the values of [0, preperiod + period)
  digest TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (game_id, quantity)
) STRICT;

INSERT INTO period_of_any SELECT * FROM period;
DROP TABLE period;
ALTER TABLE period_of_any RENAME TO period;
