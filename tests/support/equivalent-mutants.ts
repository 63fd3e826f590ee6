/**
 * Broken conditions of the rules on clients that no test can notice, since what is said is the same of every client: by module and broken line,
 * with the reason. `mutate-rules.ts` fails for one that is not there any more, and for one that a test notices.
 */
export const EQUIVALENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  say: {
    'return seconds <= 10 ? Number(seconds.toPrecision(2)) : Math.round(seconds * 10) / 10':
      'ten seconds are 10 in two digits and in tenths',
  },
}
