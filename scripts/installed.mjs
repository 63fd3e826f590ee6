// @ts-check
/**
 * What every npm script passes first: installs what package-lock.json asks for and is not there, says so in a line, and goes on. Given a
 * script, it runs that next, on the Node that the repository brings. Plain JavaScript without a dependency, so that it runs right after a
 * clone on Node 20.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { alone } from './install-lock.mjs'
import { findMissing, PINNED_NODE } from './missing-packages.mjs'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
/** The Node-API version of Node 22.15, on which everything but this file relies. */
const NODE_API = 10
/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** @param {string} text */
const say = text => process.stderr.write(`${text}\n`)

/** What is missing is looked for again once nobody else installs here. */
async function install() {
  return await alone({ root, waiting: () => say('Another npm is installing here; waiting for it…') }, () => {
    const missing = findMissing(root)
    if (missing === undefined) return true
    say(`Installing dependencies with "npm ci", as ${missing}…`)
    const { command, args, shell } = npm()
    // What the user's own settings leave out is needed here. stdout belongs to the script that comes next.
    const flags = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
    const { status, error } = spawnSync(command, [...args, ...flags], { cwd: root, stdio: ['ignore', 2, 2], shell })
    const still = status === 0 ? findMissing(root) : undefined
    if (status === 0 && still === undefined) return true
    const why = still ?? (error ? error.message : `it ended with ${status}`)
    say(`"npm ci" did not install everything (${why}). See its messages above; it needs the npm registry.`)
    return false
  })
}

/** The npm that runs this script, or the one beside this Node, or the one on the path. */
function npm() {
  const folder = path.dirname(process.execPath)
  const candidates = [
    process.env.npm_execpath ?? '',
    path.join(folder, 'node_modules/npm/bin/npm-cli.js'),
    path.join(folder, '../lib/node_modules/npm/bin/npm-cli.js'),
  ]
  const cli = candidates.find(file => path.basename(file) === 'npm-cli.js' && existsSync(file))
  if (cli !== undefined) return { command: process.execPath, args: [cli], shell: false }
  // Nothing of what is passed on holds a space or a sign that a shell would read.
  return { command: 'npm', args: [], shell: process.platform === 'win32' }
}

/** The Node for the scripts: this one, or the one of the repository; `undefined` when there is none. */
function nodeForScripts() {
  if (Number(process.versions.napi ?? 0) >= NODE_API) return process.execPath
  return ['node', 'node.exe'].map(name => path.join(root, PINNED_NODE, 'bin', name)).find(existsSync)
}

/**
 * Runs the script in this process, or, when this is still the machine's older Node, in the one that has just come.
 * @param {string} node
 * @param {string} file
 * @param {string[]} args
 */
async function goOn(node, file, args) {
  if (node === process.execPath) {
    process.argv.splice(1, 2, file)
    await import(pathToFileURL(file).href)
    return
  }
  const child = spawn(node, [file, ...args], { stdio: 'inherit' })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  // The script looks at its parent, and that is this process; the shell of npm ends without passing signals on.
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && child.kill(), 250)
  child.on('exit', (code, signal) => {
    clearInterval(watch)
    for (const each of SIGNALS) process.removeAllListeners(each)
    if (signal !== null) process.kill(process.pid, signal)
    process.exitCode = code ?? 1
  })
}

const [script, ...args] = process.argv.slice(2)
const ready = findMissing(root) === undefined || (await install())
const node = nodeForScripts()
if (!ready) process.exitCode = 1
else if (node === undefined) {
  const machine = `${process.platform} ${process.arch}`
  say(`npm has no Node 24 for ${machine}, and this is ${process.version}. Install Node 24 from https://nodejs.org.`)
  process.exitCode = 2
} else if (script !== undefined) await goOn(node, path.join(root, 'scripts', script), args)
