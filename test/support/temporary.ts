/** Temporary folders for stores, removed after each test (`setup.ts`). */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

const folders: string[] = [];

export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A new empty folder. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-test-'));
  folders.push(folder);
  return folder;
}

/**
 * A store that is built once for a whole test file; what this returns fills a folder with a copy of it. The times of its
 * files are not those of a store that was just written.
 */
export function builtOnce(build: (folder: string) => Promise<unknown>): (folder: string) => void {
  const built = mkdtempSync(join(tmpdir(), 'takeaway-test-'));
  beforeAll(() => build(built));
  afterAll(() => rmSync(built, { recursive: true, force: true }));
  return (folder) => cpSync(built, folder, { recursive: true, preserveTimestamps: true });
}
