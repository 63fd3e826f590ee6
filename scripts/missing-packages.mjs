// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean }} Entry
 * @typedef {{ [place: string]: Entry }} Entries
 */

/** Where npm puts the Node of this repository, if it has one for this machine. */
export const PINNED_NODE = `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/**
 * What package-lock.json asks for and npm has not installed, in words that follow "as"; `undefined` when all is there. npm itself writes
 * down what it has installed, when it has finished. Optional packages are not asked for, as most are for other machines, but for the Node
 * of this one.
 *
 * @param {string} root
 * @returns {string | undefined}
 */
export function findMissing(root) {
  const wanted = packagesOf(path.join(root, 'package-lock.json'))
  if (wanted === undefined) return undefined
  const installed = packagesOf(path.join(root, 'node_modules/.package-lock.json'))
  if (installed === undefined) return 'nothing is installed yet'
  const places = Object.keys(wanted).filter(place => place.startsWith('node_modules/'))
  const needed = places.filter(place => wanted[place]?.optional !== true || place === PINNED_NODE)
  const missing = needed.filter(place => !existsSync(path.join(root, place, 'package.json')))
  if (missing.length > 0) return `${listed(missing)} missing`
  const other = places.filter(place => installed[place] !== undefined && !isSame(wanted[place], installed[place]))
  if (other.length > 0) return `${listed(other)} out of date`
  return undefined
}

/**
 * Where it was fetched from does not matter: registries differ, and npm does not always write them down.
 * @param {Entry | undefined} wanted
 * @param {Entry | undefined} installed
 */
function isSame(wanted, installed) {
  if (wanted?.version !== installed?.version) return false
  return !wanted?.integrity || !installed?.integrity || wanted.integrity === installed.integrity
}

/** @param {string[]} places */
function listed(places) {
  const [first = ''] = places
  const name = first.slice(first.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return places.length === 1 ? `${name} is` : `${name} and ${places.length - 1} more are`
}

/**
 * @param {string} file
 * @returns {Entries | undefined}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? undefined
  } catch {
    return undefined
  }
}
