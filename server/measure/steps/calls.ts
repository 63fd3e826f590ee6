import type { Json } from '../../contract/assumption-entry.ts'
import { PHONE_NUMBER_MIN_LENGTH } from '../../contract/constants.ts'
import type { Known } from '../known.ts'
import type { Step } from '../step.ts'

/** Nobody's number: a test key places no call, and nobody has this one. */
const NOBODYS_NUMBER = '000-0000-0000'
const USES = ['customers', 'calls_month']
const TODAY = 'from={today}&to={today}'

const EMPTY_METADATA = JSON.stringify({ m: '' })
/** Bytes of JSON that somebody would choose as a limit. */
const METADATA_LENGTHS = [
  64, 128, 255, 256, 500, 512, 1_000, 1_024, 2_000, 2_048, 4_000, 4_096, 5_000, 8_000, 8_192, 10_000, 10_240, 16_000,
  16_384, 20_000, 32_000, 32_768, 50_000, 65_535, 65_536, 100_000, 131_072, 500_000,
]

/** Places a call with a test key; its external_id is the tag of the step. */
export const initiate = (name: string, more: (known: Known) => { [field: string]: Json } = () => ({})): Step => ({
  name,
  class: '2',
  method: 'POST',
  path: '/calls/initiate',
  needs: ['test_key'],
  uses: USES,
  body: known => {
    const [staff, project] = [known.number('staff'), known.number('project')]
    if (staff === undefined || project === undefined) return undefined
    return {
      phone_number: NOBODYS_NUMBER,
      staff_id: staff,
      project_id: project,
      external_id: known.tag(name),
      ...more(known),
    }
  },
})

const get = (name: string, path: string, query?: string, more: Partial<Step> = {}): Step => ({
  name,
  class: '2',
  method: 'GET',
  path,
  needs: ['test_key'],
  ...(query === undefined ? {} : { query }),
  ...more,
})

/** Seconds after the initiation at which the call is looked at again. */
const LOOKS = [5, 10, 20, 30, 60, 120, 300, 600] as const
export const LIFE_STEPS = LOOKS.map(seconds => `after_${seconds}_s`)

/** Calls of a test key, class 2: they place no call, but may stay in the history and in reports. */
export const CALL_WRITES: readonly Step[] = [
  get('summary_before', '/reports/summary', TODAY),
  initiate('initiate'),
  get('summary_meanwhile', '/reports/summary', TODAY),
  initiate('initiate_again', known => ({ external_id: known.tag('initiate') })),
  initiate('initiate_unknown_field', () => ({ zzz: 1 })),
  initiate('initiate_metadata', () => ({ metadata: { rbk: 7 } })),
  get('metadata_detail', '/calls/{id:initiate_metadata}'),
  {
    ...initiate('metadata_length'),
    times: 8,
    longest: {
      lengths: METADATA_LENGTHS,
      body: (known, length) => {
        const [staff, project] = [known.number('staff'), known.number('project')]
        if (staff === undefined || project === undefined) return undefined
        // One length may be tried twice, and an external_id only once.
        const tries = known.seen.filter(({ step }) => step === 'metadata_length').length
        return {
          phone_number: NOBODYS_NUMBER,
          staff_id: staff,
          project_id: project,
          external_id: `${known.tag('metadata_length')}-${tries + 1}`,
          metadata: { m: 'x'.repeat(length - EMPTY_METADATA.length) },
        }
      },
    },
  },
  initiate('initiate_short_number', () => ({ phone_number: '0'.repeat(PHONE_NUMBER_MIN_LENGTH) })),
  get('short_number_list', '/calls', TODAY, { uses: ['initiate_short_number'] }),
  initiate('initiate_for_life'),
  ...LOOKS.map((seconds, index) =>
    get(`after_${seconds}_s`, '/calls/{id:initiate_for_life}', undefined, {
      after: (seconds - (LOOKS[index - 1] ?? 0)) * 1_000,
    }),
  ),
]
