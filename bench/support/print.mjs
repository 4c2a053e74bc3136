// Tables for people, and the line that says where the figures come from.
import { cpus, totalmem } from 'node:os';

/** The machine, in a line. */
export function machineLine() {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpu.model}, ${cpus().length} cores, ${memory} GiB, Node ${process.version}, ${process.platform}`;
}

/** Prints rows (arrays of strings) under a head, aligned to the right but for the first column. */
export function printTable(head, rows) {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)));
  for (const row of [head, ...rows]) {
    console.log(
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '),
    );
  }
  console.log();
}

export function seconds(value) {
  return value < 0.01 ? `${(value * 1000).toFixed(2)} ms` : `${value.toFixed(value < 10 ? 3 : 1)} s`;
}

/** The middle value. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The least, the median and the most of some times. */
export function spread(values) {
  return [Math.min(...values), median(values), Math.max(...values)].map(seconds).join(', ');
}
