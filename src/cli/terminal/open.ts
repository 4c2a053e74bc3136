/** Opens a file or an address in the default program of the desktop. */
import { spawn } from 'node:child_process';
import { fail } from '../../common/errors.js';

/** The command that opens something, by platform; `xdg-open` on all others. */
const OPENERS: Readonly<Record<string, readonly string[] | undefined>> = {
  darwin: ['open'],
  // `start` takes a first quoted word for the title of a window.
  win32: ['cmd', '/c', 'start', ''],
};

/** Starts the program without waiting for its end. Raises `io` if it cannot be started. */
export async function openForPeople(target: string, platform: string = process.platform): Promise<void> {
  const [command, ...words] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(command, [...words, target], { detached: true, stdio: 'ignore' });
  try {
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  } catch (error) {
    fail(
      'io',
      '{target} cannot be shown: {command} does not start. Open it in any other program.',
      { target, command },
      { cause: error },
    );
  }
  child.unref();
}
