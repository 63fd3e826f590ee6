import { existsSync } from 'node:fs'
import type { AppPort } from '../ports.ts'
import { type JsonFile, jsonFile } from './json-file.ts'

const KEPT = 10

/** The capsules that were opened last, newest first; told to the system's own list of recent documents where there is one. */
export class RecentCapsules {
  readonly #app: AppPort
  readonly #file: JsonFile<string[]>
  readonly #systemKeepsAList: boolean

  constructor({ app, platform, file }: { app: AppPort; platform: string; file: string }) {
    this.#app = app
    this.#systemKeepsAList = platform === 'darwin' || platform === 'win32'
    this.#file = jsonFile<string[]>({
      file,
      fallback: [],
      isValid: (value): value is string[] => Array.isArray(value) && value.every(entry => typeof entry === 'string'),
    })
  }

  /** Paths of those that still exist. */
  list(): string[] {
    return this.#file
      .read()
      .slice(0, KEPT)
      .filter(file => existsSync(file))
  }

  add(file: string): void {
    this.#file.write([file, ...this.#file.read().filter(other => other !== file)].slice(0, KEPT))
    if (this.#systemKeepsAList) this.#app.addRecentDocument(file)
  }

  clear(): void {
    this.#file.write([])
    if (this.#systemKeepsAList) this.#app.clearRecentDocuments()
  }
}
