-- A store describes itself in files (series/<id>.json); how the values in a block file are packed (docs/FORMAT.md).

ALTER TABLE block ADD COLUMN encoding TEXT NOT NULL DEFAULT 'none';
