/**
 * Runs the steps of deploy/Dockerfile without Docker: `node .ci/image.mjs FOLDER`. Each stage is a folder in the one that is given,
 * which must be empty or missing; paths of the image are paths in it. At the end the image's command is tried as an
 * unprivileged user, where this one may become another. The Node must be of the line that the image has.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Nobody and nogroup of Debian. */
const NOBODY = { uid: 65534, gid: 65534 };

const [folder] = process.argv.slice(2).map((path) => resolve(path));
if (folder === undefined || (existsSync(folder) && readdirSync(folder).length > 0)) {
  throw new Error('Expected a folder that is empty or missing.');
}

/** The stage at hand: where it is, its folder in that, and what its programs find in their environment. */
let stage;
const stages = new Map();
/** A path of the image in a stage's folder. */
const inside = ({ root, directory }, path) =>
  path.startsWith('/') ? join(root, path) : join(directory, path);

/** What each instruction does with its words. */
const INSTRUCTIONS = {
  FROM(words) {
    const [, image, name = 'image'] = /^(\S+)(?: AS (\S+))?$/.exec(words);
    const [, line] = /^node:(\d+)-slim$/.exec(image);
    if (process.versions.node.split('.')[0] !== line)
      throw new Error(`Expected Node ${line}, found ${process.version}.`);
    const root = join(folder, name);
    mkdirSync(root, { recursive: true });
    // The settings of npm are those of this machine: its registry, its certificates, its cache.
    const path = `${dirname(process.execPath)}:${process.env.PATH}`;
    const env = { ...process.env, PATH: path, NODE_ENV: undefined, TAKEAWAY_STORE: undefined };
    stage = { root, directory: root, env, user: {} };
    stages.set(name, stage);
  },
  WORKDIR(path) {
    stage.directory = inside(stage, path);
    mkdirSync(stage.directory, { recursive: true });
    if (stage.user.uid !== undefined) chmodSync(stage.directory, 0o777);
  },
  COPY(words) {
    const [, from, source, target] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(words);
    const to = inside(stage, target);
    if (from !== undefined)
      return cpSync(inside(stages.get(from), source), to, { recursive: true, verbatimSymlinks: true });
    if (source !== '.') throw new Error(`Expected to copy all of the context, found ${source}.`);
    // What a clone has: less than what Docker is sent of a folder that is worked in.
    const files = execFileSync('git', ['ls-files', '-z'], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    for (const file of files.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
      cpSync(join(ROOT, file), join(to, file), { recursive: true });
    }
  },
  RUN(command) {
    console.log(`== ${command}`);
    execFileSync('sh', ['-c', command], { cwd: stage.directory, env: stage.env, stdio: 'inherit' });
  },
  ENV(words) {
    const [, name, value] = /^(\w+)=(\S+)$/.exec(words);
    stage.env[name] = value;
  },
  USER(name) {
    if (name === 'root') throw new Error('Expected an unprivileged user.');
    stage.user = process.getuid() === 0 ? NOBODY : {};
  },
  ENTRYPOINT(words) {
    stage.entry = JSON.parse(words);
  },
  CMD(words) {
    stage.command = JSON.parse(words);
  },
};

const text = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
  const [, name, words] = /^(\w+) (.*)$/.exec(line);
  if (!Object.hasOwn(INSTRUCTIONS, name)) throw new Error(`The instruction ${name} is not known here.`);
  INSTRUCTIONS[name](words);
}

/** What the image prints for a command. */
function tried(words) {
  const { root, directory, env, user, entry } = stage;
  const path = `${join(root, 'usr/local/bin')}:${env.PATH}`;
  const options = { cwd: directory, env: { ...env, PATH: path, HOME: directory }, encoding: 'utf8', ...user };
  return execFileSync(entry[0], [...entry.slice(1), ...words], options);
}

for (const words of [
  stage.command,
  ['extend', 'squares', '--to', '1000'],
  ['query', 'squares', '34'],
  ['selftest'],
]) {
  const printed = tried(words);
  if (printed === '') throw new Error(`Expected an answer to ${words.join(' ')}, found none.`);
  console.log(`== ${words.join(' ')}: ${printed.trimEnd().split('\n').at(-1)}`);
}
