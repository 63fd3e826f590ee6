import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = path.join(import.meta.dirname, '../..')
/** What a mutant may need of the repository. */
const FOLDERS = ['server', 'fixtures', 'electron', 'tests/support', 'tests/desktop/support']

/** A line of the product that is changed from outside: the file, the text as it stands there once, and what takes its place. */
export type Patch = readonly [file: string, from: string, to: string]

/**
 * A module of the repository, loaded from a copy in which a defence has been taken out, with everything that it imports. For mutation
 * checks: a test shows that without the defence the attack gets through. Nothing of the product knows of it.
 *
 * @throws when a text to be changed does not stand in its file exactly once
 */
export async function mutated<Module>(file: string, ...patches: readonly Patch[]): Promise<Module> {
  const made = path.join(ROOT, 'dist/mutants')
  mkdirSync(made, { recursive: true })
  const tree = mkdtempSync(path.join(made, 'm-'))
  process.once('exit', () => rmSync(tree, { recursive: true, force: true }))
  for (const folder of FOLDERS) linkBelow(folder, tree)
  cpSync(path.join(ROOT, 'package.json'), path.join(tree, 'package.json'))
  for (const patch of patches) apply(patch, tree)
  return (await import(/* @vite-ignore */ pathToFileURL(path.join(tree, file)).href)) as Module
}

function linkBelow(folder: string, tree: string): void {
  mkdirSync(path.join(tree, folder), { recursive: true })
  for (const entry of readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) linkBelow(name, tree)
    else if (/\.(?:ts|json)$/.test(name) && !name.endsWith('.test.ts'))
      linkSync(path.join(ROOT, name), path.join(tree, name))
  }
}

function apply([file, from, to]: Patch, tree: string): void {
  const target = path.join(tree, file)
  const parts = readFileSync(target, 'utf8').split(from)
  if (parts.length !== 2)
    throw new Error(`${file} has ${parts.length - 1} times: ${from}. Write the mutation check anew.`)
  // A link to the file itself: written to, it would change the product.
  unlinkSync(target)
  writeFileSync(target, parts.join(to))
}
