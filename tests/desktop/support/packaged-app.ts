import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { build, Platform } from 'electron-builder'
import { builderConfig, type Flavour } from '../../../electron/builder.config.ts'

/** What stands before the fuses in every Electron binary; `@electron/fuses` looks for it. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** How Electron is shipped: version 1, eight fuses, `1` for those that are on. */
const SHIPPED = Buffer.concat([Buffer.from([1, 8]), Buffer.from('10110001')])

/** A folder that electron-builder takes for an unpacked Electron. Its binary is no program, but has the fuses of one. */
export function makeElectronFolder(folder: string): { electronDist: string; binary: string } {
  for (const part of ['resources', 'locales']) mkdirSync(path.join(folder, part), { recursive: true })
  const binary = path.join(folder, 'electron')
  writeFileSync(binary, Buffer.concat([Buffer.alloc(64), Buffer.from(SENTINEL), SHIPPED, Buffer.alloc(64)]), {
    mode: 0o755,
  })
  for (const file of ['version', 'LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox']) {
    writeFileSync(path.join(folder, file), '')
  }
  return { electronDist: folder, binary }
}

/** Packages the built app for Linux with electron-builder itself, as far as that goes without downloads: to a folder. */
export async function packageApp({
  root,
  output,
  flavour,
  electronDist,
}: {
  root: string
  output: string
  flavour: Flavour
  electronDist: string
}): Promise<{ binary: string; resources: string }> {
  const config = builderConfig({ flavour, electronDist })
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir'),
    config: { ...config, directories: { ...config.directories, output } },
  })
  const unpacked = path.join(output, 'linux-unpacked')
  return { binary: path.join(unpacked, 'ringback'), resources: path.join(unpacked, 'resources') }
}

/** The fuses of a binary by name, as in the golden file. */
export async function readFuses(binary: string): Promise<Record<string, string>> {
  const { version, ...wire } = await getCurrentFuseWire(binary)
  const named = Object.entries(wire).map(([position, state]) => [
    FuseV1Options[Number(position)] ?? position,
    STATES[String.fromCharCode(Number(state))] ?? String(state),
  ])
  return { version, ...Object.fromEntries(named) }
}

const STATES: Readonly<Record<string, string>> = { 0: 'off', 1: 'on', r: 'removed' }
