import type { Command } from 'commander'
import { type CertifyCase, scoreText } from '../../contract/certification.ts'
import { durationIn } from '../../contract/duration-text.ts'
import type { CertifyResult } from '../../index.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { checkOutput, writeOutput } from '../files.ts'
import { junit } from '../junit.ts'
import { realNow } from '../run-facts.ts'
import { type ExitWith, onWorld, withExamples } from '../target.ts'

export function configure(command: Command, exitWith: ExitWith): void {
  command
    .argument('<receiver>', 'address of your webhook receiver')
    .usage('[options] --secret <secret> <receiver>')
    .requiredOption('--secret <secret>', 'required: the secret it verifies with')
    .option('--effects <url>', 'URL that answers GET with a number: how often your receiver has done its work')
    .option('--junit <file>', 'write the scorecard as JUnit XML')
  withExamples(command, 'ringback certify http://127.0.0.1:3000/hooks --secret whsec_…')
  onWorld(
    command,
    async ({ world, print }, receiver: string) => {
      const { secret, effects, junit: file } = command.opts<{ secret: string; effects?: string; junit?: string }>()
      if (file !== undefined) checkOutput(file)
      const began = realNow()
      const certified = await world
        .certify({ url: receiver, secret, effects_url: effects || undefined })
        .catch(error => {
          throw ofFlags(error)
        })
      const result: Timed = { ...certified, took_ms: Math.round(realNow() - began) }
      if (file !== undefined) writeOutput(file, asJunit(result, new Date(began).toISOString()))
      print(asJson(result), () => scorecard(result))
      return result.passed ? EXIT.done : EXIT.verdict
    },
    exitWith,
  )
}

/** An address that is none, in the words of the flags. */
function ofFlags(error: unknown): unknown {
  if (!(error instanceof Error) || (error as { code?: unknown }).code !== 'invalid_request') return error
  return new CommandError(error.message.replace(/^effects_url\b/, '--effects'), EXIT.usage)
}

/** What a certification came to, and how long all of it took in real time: the URL that counts its work is waited for, which no case counts. */
interface Timed extends CertifyResult {
  readonly took_ms: number
}

/** What was not tried is apart: it is no failure, and in a list of cases that did not pass it would look like one. */
function asJson({ cases, ...result }: Timed) {
  const isTried = ({ outcome }: CertifyCase) => outcome !== 'not_tried'
  return { ...result, cases: cases.filter(isTried), not_tried: cases.filter(row => !isTried(row)) }
}

const MARKS = { passed: 'pass', failed: 'FAIL', not_tried: '----' } as const

function scorecard({ url, score, problem, cases, took_ms }: Timed): string {
  const tried = cases.filter(({ outcome }) => outcome !== 'not_tried')
  // When one reason keeps all the others from being tried, it is stated once.
  const shown = tried.length > 1 ? cases : tried
  const lines = shown.flatMap((row, index) => {
    const { outcome, title, expected, observed, fix } = row
    const line = `  ${MARKS[outcome]}  ${title}`
    if (outcome === 'passed') return [`${line} (${tookText(row)})`]
    // What is so of several in a row is said below the last of them.
    if (outcome === 'not_tried')
      return [line, ...(shown[index + 1]?.observed === observed ? [] : [`        ${untriedText(observed, problem)}`])]
    return [line, `        expected ${expected}; got ${observed}`, ...(fix === null ? [] : [`        ${fix}`])]
  })
  const receiver = cases.reduce((sum, { duration_ms }) => sum + duration_ms, 0)
  // Where nothing was accepted, there may be no receiver that took any time.
  const share = tried.length > 1 ? `, ${durationIn('en', receiver)} of it by the receiver` : ''
  const took = `in ${durationIn('en', took_ms)}${share}`
  return [...lines, '', ...(problem === null ? [] : [problem]), `${url}: ${scoreText(score)}, ${took}.`].join('\n')
}

/** A problem is told in full at the end. */
const untriedText = (observed: string, problem: string | null): string =>
  problem !== null && observed.includes(problem)
    ? 'not tried: the URL that counts its work cannot be used, as is said below'
    : observed

/** `1.8 ms`; where time is what the case is about, also within what it was expected. */
function tookText({ id, duration_ms, expected }: CertifyCase): string {
  const took = durationIn('en', duration_ms)
  return id === 'slow' ? `${took}, expected ${expected}` : took
}

function asJunit({ url, cases, took_ms }: Timed, timestamp: string): string {
  return junit({
    name: `ringback certify ${url}`,
    timestamp,
    seconds: took_ms / 1_000,
    cases: cases.map(({ id, title, outcome, expected, observed, fix, duration_ms }) => ({
      name: title,
      className: 'ringback.certify',
      seconds: duration_ms / 1_000,
      type: id,
      failure:
        outcome === 'failed' ? `expected ${expected}; got ${observed}${fix === null ? '' : `\n${fix}`}` : undefined,
      skipped: outcome === 'not_tried' ? observed : undefined,
      note: outcome === 'passed' ? `expected ${expected}; got ${observed}` : undefined,
    })),
  })
}
