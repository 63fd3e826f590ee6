import { expect, test } from 'vitest'
import { applyForwards } from '../../../server/domain/webhooks/forward.ts'
import {
  EXAMPLE,
  isLocal,
  isRoute,
  isSamePlace,
  ledBy,
  planFor,
  publicName,
  routeOf,
  routeTo,
  ruleFor,
  withChanges,
  withRule,
} from './forward-plan.ts'

test('A rule leads from origin to origin where the paths are equal, and from path to path where they are not', () => {
  expect(ruleFor({ registered: 'https://crm.example.com/hooks?a=1', local: 'http://127.0.0.1:3000/hooks' })).toEqual({
    from: 'https://crm.example.com',
    to: 'http://127.0.0.1:3000',
  })
  expect(ruleFor({ registered: 'https://crm.example.com/in/calls', local: 'http://127.0.0.1:3000/hooks' })).toEqual({
    from: 'https://crm.example.com/in/calls',
    to: 'http://127.0.0.1:3000/hooks',
  })
})

test('What is no URL of a rule stays as it was typed, for the emulator to say what is wrong with it', () => {
  const { registered, local } = EXAMPLE
  for (const wrong of [
    'crm',
    '',
    'https:///x',
    'HTTPS://crm.example.com/hooks',
    'https://crm.example.com/#a',
    'https://a b/',
  ])
    expect(ruleFor({ registered: wrong, local }), wrong).toEqual({ from: wrong, to: local })
  for (const wrong of [
    '',
    'localhost:4874/x',
    '127.0.0.1:3000',
    'http:///x',
    'http://127.0.0.1:3000/x?y=1',
    'ftp://127.0.0.1/',
  ])
    expect(ruleFor({ registered, local: wrong }), wrong).toEqual({ from: registered, to: wrong })
})

test('A rule takes the place of the one that begins where it begins, and leaves the others', () => {
  const [other, old] = [
    { from: 'https://other.example.com', to: 'http://127.0.0.1:4000' },
    { from: 'https://crm.example.com/', to: 'http://127.0.0.1:3000' },
  ]
  const rule = { from: 'https://crm.example.com', to: 'http://127.0.0.1:3001' }
  expect(withRule([old, other], rule)).toEqual([other, rule])
})

test('A rule that no webhook uses is tried with a path below its origin, or with the one that it has', () => {
  expect(routeOf({ from: 'https://crm.example.com/', to: 'http://127.0.0.1:3000' })).toEqual({
    registered: 'https://crm.example.com/hooks',
    local: 'http://127.0.0.1:3000/hooks',
  })
  const own = { from: 'https://crm.example.com/in', to: 'http://127.0.0.1:3000/hooks' }
  expect(routeOf(own)).toEqual({ registered: own.from, local: own.to })
})

test('A local address is reached from a URL of the same path, whose rule is there or takes the place of none', () => {
  const local = 'http://127.0.0.1:3000/in/calls'
  const crm = { from: 'https://crm.example.com', to: 'http://127.0.0.1:1' }
  expect(routeTo(local, [])).toEqual({ registered: 'https://crm.example.com/in/calls', local })
  expect(routeTo(local, [crm])).toEqual({ registered: 'https://crm-2.example.com/in/calls', local })
  const there = { from: 'https://erp.example.com', to: 'http://127.0.0.1:3000' }
  expect(routeTo(local, [crm, there])).toEqual({ registered: 'https://erp.example.com/in/calls', local })
})

test('No rule can lead from an inbox, nor to a port that there is not', () => {
  expect(isRoute(EXAMPLE)).toBe(true)
  for (const registered of [
    'https://inbox.ringback.test/',
    'https://INBOX.ringback.test/x',
    'https://crm.example.com:0/',
  ])
    expect(isRoute({ ...EXAMPLE, registered }), registered).toBe(false)
  for (const local of ['', 'http://127.0.0.1:99999/', 'http://127.0.0.1:0/', 'http://me@127.0.0.1/'])
    expect([isLocal(local), isRoute({ ...EXAMPLE, local })], local).toEqual([false, false])
  for (const local of ['http://127.0.0.1', 'http://localhost:3000/x', 'https://inbox.ringback.test/crm'])
    expect(isLocal(local), local).toBe(true)
})

test('A URL is led by the longest rule that begins at its origin, or at a path above it', () => {
  const to = 'http://127.0.0.1:9'
  const led = (registered: string, ...rules: string[]) =>
    ledBy(
      registered,
      rules.map((from, n) => ({ from, to: `${to}/${n}` })),
    )?.to
  expect(led('https://crm.example.com/hooks?a=1', 'https://crm.example.com')).toBe(`${to}/0/hooks?a=1`)
  expect(led('https://CRM.example.com:443/hooks/a', 'https://crm.example.com/hooks/')).toBe(`${to}/0/a`)
  expect(led('https://crm.example.com/hooks', 'https://crm.example.com', 'https://crm.example.com/hooks')).toBe(
    `${to}/1`,
  )
  expect(led('https://crm.example.com/hooksmore', 'https://crm.example.com/hooks')).toBeUndefined()
  expect(led('https://other.example.com/hooks', 'https://crm.example.com')).toBeUndefined()
  expect(led('', 'https://crm.example.com')).toBeUndefined()
})

test('What a rule leads is what the emulator sends there', () => {
  const rules = [
    { from: 'https://crm.example.com', to: 'http://127.0.0.1:1/dev/' },
    { from: 'https://crm.example.com/hooks/', to: 'http://127.0.0.1:2' },
    { from: 'https://crm.example.com/hooks', to: 'http://127.0.0.1:3/x' },
  ]
  for (const path of ['', '/', '/hooks', '/hooks/', '/hooks/in?a=1', '/hooksmore', '//hooks'])
    for (const list of [rules, rules.toReversed(), rules.slice(0, 1)]) {
      const url = `https://crm.example.com${path}`
      expect(ledBy(url, list)?.to, url).toBe(applyForwards(new URL(url), list)?.url.href)
    }
})

test('What is set up leads to the local address, whatever rules there are, and says which it takes the place of', () => {
  const [hooks, local] = ['https://crm.example.com/hooks', 'http://127.0.0.1:4275/hooks']
  const other = { from: hooks, to: 'http://127.0.0.1:4275/other' }
  const wide = { from: 'https://crm.example.com', to: 'http://127.0.0.1:4275' }
  const elsewhere = { from: 'https://crm.example.com', to: 'http://127.0.0.1:1' }
  expect(planFor({ registered: hooks, local }, [])).toEqual({ rule: wide, replaced: undefined, beaten: undefined })
  expect(planFor({ registered: hooks, local }, [other])).toEqual({
    rule: { from: hooks, to: local },
    replaced: other,
    beaten: undefined,
  })
  expect(planFor({ registered: hooks, local }, [elsewhere])).toEqual({
    rule: wide,
    replaced: elsewhere,
    beaten: undefined,
  })
  expect(planFor({ registered: `${hooks}/in`, local: 'http://127.0.0.1:4275/hooks/in' }, [other])).toEqual({
    rule: { from: `${hooks}/in`, to: 'http://127.0.0.1:4275/hooks/in' },
    replaced: undefined,
    beaten: other,
  })
  for (const rules of [[], [other], [wide], [elsewhere], [other, elsewhere], [{ ...other, from: `${hooks}/` }]])
    for (const registered of [hooks, `${hooks}?a=1`, `${hooks}/`, 'https://crm.example.com'])
      for (const to of [local, 'http://127.0.0.1:4275', 'https://inbox.ringback.test/crm']) {
        const { rule } = planFor({ registered, local: to }, rules)
        const led = ledBy(registered, withRule(rules, rule))
        expect(isSamePlace(led?.to ?? '', to), `${registered} → ${to} with ${JSON.stringify(rules)}`).toBe(true)
      }
})

test('A name that the internet may know is told from addresses, from names of a network, and from inboxes', () => {
  expect(publicName('http://example.org:3000/hooks')).toBe('example.org')
  for (const local of [
    'http://127.0.0.1:3000',
    'http://localhost:3000',
    'http://[::1]:3000/',
    'http://8.8.8.8/',
    'http://crm:3000',
    'http://crm.local',
    'http://crm.test/',
    'https://inbox.ringback.test/crm',
    'example.org',
    '',
  ])
    expect(publicName(local), local).toBeUndefined()
})

test('What is not saved yet stays as it is when other rules are saved meanwhile', () => {
  const rule = (n: number, to = n) => ({ from: `https://${n}.example.com`, to: `http://127.0.0.1:${to}` })
  const before = [rule(1), rule(2)]
  expect(withChanges([...before, rule(4)], { before, after: [rule(1), rule(3)] })).toEqual([rule(1), rule(4), rule(3)])
  // Its own save, in whatever order.
  expect(withChanges([rule(3), rule(1)], { before, after: [rule(1), rule(3)] })).toEqual([rule(3), rule(1)])
  // One that is gone elsewhere and was left as it was here goes.
  expect(withChanges([rule(2)], { before, after: [...before, rule(5)] })).toEqual([rule(2), rule(5)])
  expect(withChanges([rule(1, 9)], { before, after: before })).toEqual([rule(1, 9)])
})
