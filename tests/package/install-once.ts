import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { installPromised } from './promised-versions.ts'
import { repository, run } from './run.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The package, packed as it is published. */
    tarball: string
  }
}

/**
 * Once for all files: two that install into one folder at the same time leave half of it behind, and two that pack at the same time take
 * the built package from each other.
 */
export async function setup(project: TestProject): Promise<() => void> {
  await installPromised()
  // A release tests the one that it will publish.
  const { RINGBACK_TARBALL: given } = process.env
  if (given !== undefined) {
    project.provide('tarball', given)
    return () => {}
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'ringback-tarball-'))
  await run('npm', ['pack', '--pack-destination', folder], { cwd: repository })
  const name = readdirSync(folder).find(file => file.endsWith('.tgz'))
  if (name === undefined) throw new Error('npm pack made no tarball.')
  project.provide('tarball', path.join(folder, name))
  return () => rmSync(folder, { recursive: true, force: true })
}
