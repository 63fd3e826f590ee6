import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** Whether a window can be shown here: a desktop, or a Linux machine with Xvfb. */
export function canShowWindows(): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY) || spawnSync('Xvfb', ['-help']).error === undefined
}

/** A display to show windows on: the one that is there, else a virtual one that ends with `close`. */
export async function openDisplay(): Promise<{ environment: Record<string, string>; close(): void }> {
  if (process.platform !== 'linux' || process.env.DISPLAY) return { environment: {}, close: () => {} }
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(server.stdio[3]!, 'data')) as [Buffer]
  return { environment: { DISPLAY: `:${number.toString('utf8').trim()}` }, close: () => server.kill() }
}
