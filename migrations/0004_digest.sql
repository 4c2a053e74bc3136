-- Each row carries a digest of what was written (docs/FORMAT.md). row_digest is the program's own, as SQLite has no SHA-256.
-- Rows that are there are taken as they stand.

ALTER TABLE game ADD COLUMN digest TEXT NOT NULL DEFAULT '';
ALTER TABLE series ADD COLUMN digest TEXT NOT NULL DEFAULT '';
ALTER TABLE block ADD COLUMN digest TEXT NOT NULL DEFAULT '';
ALTER TABLE period ADD COLUMN digest TEXT NOT NULL DEFAULT '';

UPDATE game SET digest = row_digest(json_array('game', key, definition));
UPDATE series SET digest = row_digest(json_array('series', series.id, game.key, name, frontier))
  FROM game WHERE game.id = game_id;
UPDATE block SET digest = row_digest(json_array('block', series_id, start, stop, file, bytes, sha256, values_sha256,
  values_offset, width, cold_count, cold_before, largest, method, encoding));
UPDATE period SET digest = row_digest(json_array('period', game.key, quantity, preperiod, period.period, saltus, examined,
  needed, seen, values_sha256)) FROM game WHERE game.id = game_id;
