import { isRecord, type JsonFile, jsonFile } from './json-file.ts'

interface Preferences {
  /** Closing the window leaves the emulator and the tray running. */
  keepRunning: boolean
}

export function preferencesFile(file: string): JsonFile<Preferences> {
  return jsonFile<Preferences>({
    file,
    fallback: { keepRunning: false },
    isValid: (value): value is Preferences => isRecord(value) && typeof value.keepRunning === 'boolean',
  })
}
