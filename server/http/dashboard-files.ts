import { createHash } from 'node:crypto'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mediaTypeOf } from './media-types.ts'

/** Content codings, best first, with the ending of files that a build has already compressed. */
const CODINGS = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
] as const
type Coding = (typeof CODINGS)[number]['coding']

/** How Vite names what it builds: `assets/name-Ab3dE6gH.js`. The content behind such a name never changes. */
const HASHED = /^\/assets\/[^/]*-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/

interface DashboardVariant {
  readonly bytes: Buffer
  readonly etag: string
}

export interface DashboardFile {
  readonly type: string
  readonly immutable: boolean
  readonly plain: DashboardVariant
  readonly compressed: ReadonlyMap<Coding, DashboardVariant>
}

/** Paths as they appear in requests (`/assets/app-Ab3dE6gH.js`) → files. */
export type DashboardFiles = ReadonlyMap<string, DashboardFile>

/**
 * Reads a built dashboard into memory, once. A request is then looked up in this map by its path, and never becomes a path on the disk, so
 * no spelling of `..` leads anywhere (tests/security/README.md#A14). Symbolic links and hidden files are left out.
 *
 * @returns `undefined` when the directory has no `index.html`, which means that it was not built
 */
export async function readDashboard(directory: string): Promise<DashboardFiles | undefined> {
  const contents = new Map<string, Buffer>()
  try {
    await collect(directory, '', contents)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (!contents.has('/index.html')) return undefined
  const files = new Map<string, DashboardFile>()
  for (const [path, bytes] of contents) {
    const type = mediaTypeOf(path)
    if (type === undefined) continue
    const compressed = new Map<Coding, DashboardVariant>()
    for (const { coding, ending } of CODINGS) {
      const packed = contents.get(path + ending)
      if (packed && packed.length < bytes.length) compressed.set(coding, variant(packed, coding))
    }
    files.set(path, { type, immutable: HASHED.test(path), plain: variant(bytes, 'plain'), compressed })
  }
  return files
}

async function collect(directory: string, prefix: string, contents: Map<string, Buffer>): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await collect(path, `${prefix}/${entry.name}`, contents)
    else if ((await lstat(path)).isFile()) contents.set(`${prefix}/${entry.name}`, await readFile(path))
  }
}

function variant(bytes: Buffer, name: string): DashboardVariant {
  const digest = createHash('sha256').update(name).update(bytes).digest('base64url').slice(0, 22)
  return { bytes, etag: `"${digest}"` }
}

/** The smallest variant that an `Accept-Encoding` accepts (RFC 9110 §12.5.3); without the header, the plain one. */
export function chooseVariant(
  file: DashboardFile,
  acceptEncoding: string | undefined,
): { variant: DashboardVariant; coding?: Coding } {
  const accepted = new Map<string, number>()
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim())
    const quality = parameters.find(text => text.startsWith('q='))
    if (name) accepted.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0)
  }
  for (const { coding } of CODINGS) {
    const packed = file.compressed.get(coding)
    if (packed && (accepted.get(coding) ?? accepted.get('*') ?? 0) > 0) return { variant: packed, coding }
  }
  return { variant: file.plain }
}
