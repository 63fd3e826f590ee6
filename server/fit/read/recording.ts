import { oneTenant } from '../clients.ts'
import { type Source, UnreadableSource } from '../source.ts'
import { CSV_PRESET_NAMES, type CsvPreset, readCsv } from './csv.ts'
import { readHar } from './har.ts'
import { readSketch } from './sketch.ts'

/** What a file may be: an HTTP archive, the sketch of a team, plain columns, or an access log. */
export const RECORDING_FORMS = ['har', 'sketch', ...CSV_PRESET_NAMES] as const
type RecordingForm = 'har' | 'sketch' | CsvPreset

interface RecordingOptions {
  readonly form: RecordingForm
  readonly name: string
  readonly base?: string | undefined
  /** The tenant or the key whose requests are judged. */
  readonly tenant?: string | undefined
}

/** Reads a file of any form. @throws UnreadableSource */
export const readRecording = (text: string, options: RecordingOptions): Source =>
  oneTenant(readWhole(text, options), options.tenant)

function readWhole(text: string, { form, name, base }: RecordingOptions): Source {
  if (form === 'har') return readHar(text, { name, base })
  if (form === 'sketch') return readSketch(parsed(text, name), { name })
  return readCsv(text, { name, preset: form })
}

function parsed(text: string, name: string) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreadableSource(`${name} is not JSON: ${(error as Error).message}.`)
  }
}
