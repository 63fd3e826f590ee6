import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const LISTENING = '0A'
const TABLES = [
  ['/proc/net/tcp', 4],
  ['/proc/net/tcp6', 16],
] as const

/** Addresses on which a process of this machine listens for TCP, by the kernel's own tables (Linux): `127.0.0.1:4010`, `[::1]:4010`. */
export function listeningAddresses(pid: number): string[] {
  const own = socketsOf(pid)
  return TABLES.flatMap(([table, bytes]) =>
    rowsOf(table)
      .filter(({ state, inode }) => state === LISTENING && own.has(inode))
      .map(({ local }) => readable(local, bytes)),
  ).sort()
}

function socketsOf(pid: number): Set<string> {
  const inodes = readdirSync(`/proc/${pid}/fd`).map(descriptor => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1]
    } catch {
      // Closed between the two calls.
      return undefined
    }
  })
  return new Set(inodes.filter(inode => inode !== undefined))
}

function rowsOf(table: string) {
  const [, ...lines] = readFileSync(table, 'utf8').trim().split('\n')
  return lines.map(line => {
    const columns = line.trim().split(/\s+/)
    return { local: columns[1] ?? '', state: columns[3] ?? '', inode: columns[9] ?? '' }
  })
}

/** The kernel writes an address as words in the byte order of the machine, which is little-endian wherever this runs. */
function readable(local: string, length: number): string {
  const [hex = '', port = ''] = local.split(':')
  const bytes = Buffer.from(hex, 'hex')
  for (let word = 0; word < length; word += 4) bytes.subarray(word, word + 4).reverse()
  const number = Number.parseInt(port, 16)
  if (length === 4) return `${[...bytes].join('.')}:${number}`
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':')
  return `${new URL(`http://[${groups}]`).hostname}:${number}`
}
