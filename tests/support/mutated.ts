import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = path.join(import.meta.dirname, '../..')
/** What a mutant may need of the repository. */
const FOLDERS = ['server', 'fixtures', 'electron', 'tests/support', 'tests/desktop/support']

/** A line of the product that is changed from outside: the file, the text as it stands there once, and what takes its place. */
export type Patch = readonly [file: string, from: string, to: string]

const trees: string[] = []

/**
 * A module of the repository, loaded from a copy in which a defence has been taken out. For mutation checks: a test shows that without the
 * defence the attack gets through. Nothing of the product knows of it. What imports nothing that is changed is that of the repository, which
 * is loaded already; the rest is loaded anew.
 *
 * @throws when a text to be changed does not stand in its file exactly once
 */
export async function mutated<Module>(file: string, ...patches: readonly Patch[]): Promise<Module> {
  const made = path.join(ROOT, 'dist/mutants')
  mkdirSync(made, { recursive: true })
  const tree = mkdtempSync(path.join(made, 'm-'))
  if (trees.push(tree) === 1) process.once('exit', removeTrees)
  const changed = patched(patches)
  const anew = withImporters([...changed.keys()])
  for (const name of importsOf().keys()) {
    const place = path.join(tree, name)
    mkdirSync(path.dirname(place), { recursive: true })
    const text = changed.get(name)
    if (text !== undefined) writeFileSync(place, text)
    // A module is known by where it really lies: one behind a symbolic link is the one of the repository.
    else (anew.has(name) ? linkSync : symlinkSync)(path.join(ROOT, name), place)
  }
  cpSync(path.join(ROOT, 'package.json'), path.join(tree, 'package.json'))
  return (await import(/* @vite-ignore */ pathToFileURL(path.join(tree, file)).href)) as Module
}

function removeTrees(): void {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true })
}

/** The files that are changed, with their new texts. */
function patched(patches: readonly Patch[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const [file, from, to] of patches) {
    const parts = (texts.get(file) ?? readFileSync(path.join(ROOT, file), 'utf8')).split(from)
    if (parts.length !== 2)
      throw new Error(`${file} has ${parts.length - 1} times: ${from}. Write the mutation check anew.`)
    texts.set(file, parts.join(to))
  }
  return texts
}

/** These files and all that import them, directly or through others. */
function withImporters(files: readonly string[]): ReadonlySet<string> {
  const found = new Set(files)
  for (const name of found) for (const [importer, imported] of importsOf()) if (imported.has(name)) found.add(importer)
  return found
}

let graph: ReadonlyMap<string, ReadonlySet<string>> | undefined

/** Every file that a mutant may need, with the files of ours that it names. One that is named for its types only does no harm. */
function importsOf(): ReadonlyMap<string, ReadonlySet<string>> {
  graph ??= new Map(FOLDERS.flatMap(filesBelow).map(name => [name, named(name)]))
  return graph
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap(entry => {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(name)
    return /\.(?:ts|json)$/.test(name) && !name.endsWith('.test.ts') ? [name] : []
  })
}

function named(file: string): Set<string> {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  return new Set(Array.from(text.matchAll(/'(\.\.?\/[^']+)'/g), ([, to = '']) => path.join(path.dirname(file), to)))
}
