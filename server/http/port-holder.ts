import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'

export interface PortHolder {
  readonly pid: number
  readonly command: string
}

const LISTENING = '0A'

/**
 * Finds the process that listens on a TCP port, for the message about a port in use. Only on Linux, and only processes whose descriptors we
 * may read; `undefined` otherwise. Never throws.
 */
export async function findPortHolder(port: number): Promise<PortHolder | undefined> {
  try {
    const sockets = new Set(
      (await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(table => listening(table, port)))).flat(),
    )
    if (sockets.size === 0) return undefined
    for (const pid of (await readdir('/proc')).filter(name => /^\d+$/.test(name))) {
      if (await holds(pid, sockets)) return { pid: Number(pid), command: await commandOf(pid) }
    }
  } catch {
    // There is no /proc, or the process ended while we looked.
  }
  return undefined
}

/** The links under /proc/<pid>/fd for sockets that listen on the port. */
async function listening(table: string, port: number): Promise<string[]> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = await readFile(table, 'utf8').catch(() => '')
  return rows
    .split('\n')
    .map(row => row.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) && state === LISTENING)
    .map(columns => `socket:[${columns[9]}]`)
}

async function holds(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => [])
  for (const descriptor of descriptors) {
    const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')
    if (sockets.has(target)) return true
  }
  return false
}

async function commandOf(pid: string): Promise<string> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const [program = '', ...args] = line.split('\0').filter(part => part !== '')
  // The script says more than that it is a Node process; the kernel's own name for the process is that of a thread.
  const script = /^node(js)?$/.test(basename(program)) ? args.find(arg => !arg.startsWith('-')) : undefined
  return [basename(program), ...(script === undefined ? [] : [basename(script)])].join(' ').trim() || 'unknown'
}
