import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the built dashboard is, relative to this file: in the published package, and in the repository. */
const PLACES = ['../dashboard', '../../dist/renderer']

/** The folder of the built dashboard, or `undefined` when it has not been built. */
export function findDashboard(): string | undefined {
  return PLACES.map(place => fileURLToPath(new URL(place, import.meta.url))).find(isBuilt)
}

export const isBuilt = (folder: string): boolean => existsSync(`${folder}/index.html`)
