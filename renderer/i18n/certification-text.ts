import type { TFunction } from 'i18next'
import type { Certification } from '../../server/contract/certification.ts'
import { transportErrorText } from './said.ts'

/** A sentence of the catalogue in the language of the page; what is not known stays as it is. */
function sentence(t: TFunction, text: string): string {
  const options = { ns: 'certification', keySeparator: false, nsSeparator: false, defaultValue: '' }
  return (t as unknown as (key: string, given: typeof options) => string)(text, options) || text
}

/** A shape that the emulator gives a text, and the same in the language of the page, of what stands in it. */
type Shape = readonly [RegExp, (t: TFunction, ...figures: string[]) => string]

function shaped(t: TFunction, text: string, shapes: readonly Shape[]): string | undefined {
  for (const [shape, say] of shapes) {
    const found = shape.exec(text)
    if (found) return say(t, ...found.slice(1).map(figure => figure ?? ''))
  }
  return undefined
}

/** `401`, or why there was no answer. */
const OUTCOMES: readonly Shape[] = [
  [/^no answer \((.*)\)$/, (t, error = '') => t('certification.no_answer', { error: transportErrorText(t, error) })],
  [
    /^(\d+), broken off \((.*)\)$/,
    (t, status = '', error = '') => t('certification.broken_off', { status, error: transportErrorText(t, error) }),
  ],
]
const outcome = (t: TFunction, text: string) => shaped(t, text, OUTCOMES) ?? text

/** What is wrong with the URL that counts the work of a receiver. */
const PROBES: readonly Shape[] = [
  [
    /^The URL that counts its work \((\S+)\) gave no answer \((.*)\)\. Start it.*$/s,
    (t, url = '', error = '') => t('certification.probe_silent', { url, error: transportErrorText(t, error) }),
  ],
  [
    /^The URL that counts its work \((\S+)\) answered (\d+) with nothing\. It has to.*$/s,
    (t, url = '', status = '') => t('certification.probe_empty', { url, status }),
  ],
  [
    /^The URL that counts its work \((\S+)\) answered (\d+) with (.*)\. It has to.*$/s,
    (t, url = '', status = '', body = '') => t('certification.probe_answered', { url, status, body }),
  ],
  [
    /^The URL that counts its work stayed at (\d+) for (\d+) s after.*$/s,
    (t, number = '', seconds = '') => t('certification.probe_stayed', { number, seconds }),
  ],
  [
    /^The URL that counts its work said (.*)\. It has to.*$/s,
    (t, said = '') => t('certification.probe_said', { said }),
  ],
]

/** `200 after 4 ms`, or the answers of one round. */
const ANSWERS: readonly Shape[] = [
  [/^(.*), the slowest in under 0\.1 ms$/, (t, answers = '') => t('certification.slowest_at_once', { answers })],
  [/^(.*) in under 0\.1 ms$/, (t, one = '') => t('certification.at_once', { answer: outcome(t, one) })],
  [/^(.*), the slowest after ([\d.]+) ms$/, (t, answers = '', ms = '') => t('certification.slowest', { answers, ms })],
  [/^(.*) after ([\d.]+) ms$/, (t, one = '', ms = '') => t('certification.after', { answer: outcome(t, one), ms })],
]
const answers = (t: TFunction, text: string) =>
  text
    .split(', then ')
    .map(one => shaped(t, one, ANSWERS) ?? one)
    .join(t('certification.and_then'))

const TIMES: Readonly<Record<string, number>> = { 'no work was': 0, once: 1 }

const SHAPES: readonly Shape[] = [
  ...PROBES,
  [
    /^not tried, since a genuine delivery got (.+)$/,
    (t, refusal = '') => t('certification.not_tried_since', { answer: outcome(t, refusal) }),
  ],
  [/^not tried: only a URL that counts its work can tell/, t => t('certification.no_probe')],
  [
    /^not tried: (.+)$/,
    (t, why = '') => t('certification.not_tried', { why: shaped(t, why, PROBES) ?? sentence(t, why) }),
  ],
  [
    /^A genuine delivery was answered with (.+?): (.+)\.$/,
    (t, given = '', what = '') =>
      t('certification.answered_as', { answer: outcome(t, given), what: sentence(t, what) }),
  ],
  [
    /^A genuine delivery was answered with (.+)\.$/,
    (t, given = '') => t('certification.answered', { answer: outcome(t, given) }),
  ],
  [/^A genuine delivery got (.+)\.$/, (t, got = '') => t('certification.got', { answer: outcome(t, got) })],
  [/^2xx within (\d+) s$/, (t, seconds = '') => t('certification.within', { seconds })],
  [
    /^(.*); (?:(no work was)(?= done$)|the work was done (once|\d+(?= times$))) ?(?:done|times)?$/,
    (t, answered = '', none = '', times = none) =>
      [answers(t, answered), t('certification.work', { count: TIMES[none || times] ?? Number(times) })].join(
        t('certification.and'),
      ),
  ],
]

/** What a certification says of a receiver, in the language of the page: the emulator sends it in English, with figures. */
export function certificationText(t: TFunction, text: string): string {
  const known = sentence(t, text)
  return known === text ? (shaped(t, text, SHAPES) ?? answers(t, text)) : known
}

/** How many cases came out how, as the terminal counts them: `7 passed, 5 failed, 3 not tried`. */
export function scoreText(t: TFunction, { passed, failed, not_tried }: Omit<Certification['score'], 'total'>): string {
  const tried = passed + failed > 0
  return [
    ...(tried ? [t('certification.passed', { cases: passed })] : []),
    ...(failed > 0 ? [t('certification.failed', { cases: failed })] : []),
    ...(not_tried > 0 ? [t('certification.untried', { cases: not_tried })] : []),
  ].join(t('certification.next'))
}
