// A redis-server of a measurement's own on a free port of this machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Starts one; `stop` ends it. */
export async function startRedis() {
  const port = await freePort();
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', words, { stdio: 'ignore' });
  let failure;
  child.on('error', (error) => (failure = error));
  for (let tries = 0; !(await isListening(port)); tries++) {
    if (failure !== undefined) throw new Error('expected a redis-server in the path', { cause: failure });
    if (tries > 200) throw new Error('the redis-server did not start');
    await pause(25);
  }
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { url: `redis://127.0.0.1:${port}`, pid: child.pid, stop };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
