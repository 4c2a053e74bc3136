-- Games, their series, and the blocks that exist. A block exists when its row is committed (docs/FORMAT.md).

CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  definition TEXT NOT NULL -- text that names the game again without reading any other file
) STRICT;

CREATE TABLE series (
  id INTEGER PRIMARY KEY, -- also the name of the folder of its blocks
  game_id INTEGER NOT NULL REFERENCES game (id),
  name TEXT NOT NULL,
  frontier INTEGER NOT NULL DEFAULT 0 CHECK (frontier >= 0),
  UNIQUE (game_id, name)
) STRICT;

CREATE TABLE block (
  id INTEGER PRIMARY KEY,
  series_id INTEGER NOT NULL REFERENCES series (id),
  start INTEGER NOT NULL CHECK (start >= 0),
  stop INTEGER NOT NULL CHECK (stop > start),
  file TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  values_sha256 TEXT NOT NULL CHECK (length(values_sha256) = 64),
  values_offset INTEGER NOT NULL CHECK (values_offset > 0),
  width INTEGER NOT NULL CHECK (width IN (1, 8, 16, 32)),
  cold_count INTEGER NOT NULL CHECK (cold_count BETWEEN 0 AND stop - start),
  cold_before INTEGER NOT NULL CHECK (cold_before BETWEEN 0 AND start), -- cold positions below start
  largest INTEGER NOT NULL CHECK (largest >= 0), -- the largest value
  method TEXT NOT NULL,
  UNIQUE (series_id, start),
  UNIQUE (series_id, file)
) STRICT;
