import { expect, test } from 'vitest'
import { EXAMPLE, isLedByAny, isLocal, isRoute, routeOf, routeTo, ruleFor, withRule } from './forward-plan.ts'

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

test('A URL is led by a rule from its origin, or from a path above it', () => {
  const to = 'http://127.0.0.1:9'
  const led = (registered: string, from: string) => isLedByAny(registered, [{ from, to }])
  expect(led('https://crm.example.com/hooks', 'https://crm.example.com')).toBe(true)
  expect(led('https://CRM.example.com:443/hooks/a', 'https://crm.example.com/hooks/')).toBe(true)
  expect(led('https://crm.example.com/hooksmore', 'https://crm.example.com/hooks')).toBe(false)
  expect(led('https://other.example.com/hooks', 'https://crm.example.com')).toBe(false)
  expect(led('', 'https://crm.example.com')).toBe(false)
})
