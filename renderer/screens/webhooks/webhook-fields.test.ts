import { expect, test } from 'vitest'
import { changeOf, registrationOf, type WebhookFields } from './webhook-fields.ts'

const BEFORE: WebhookFields = {
  url: 'https://crm.example.com/hooks',
  label: 'CRM',
  events: ['call.completed', 'call.missed'],
  projects: ['4', '7'],
  statuses: [],
}

test('An update has what was changed and nothing else, whatever the order of the events', () => {
  expect(changeOf(BEFORE, { ...BEFORE, events: ['call.missed', 'call.completed'] })).toEqual({})
  expect(changeOf(BEFORE, { ...BEFORE, events: ['call.missed'] })).toEqual({ events: ['call.missed'] })
  expect(changeOf(BEFORE, { ...BEFORE, url: 'https://crm.example.com/v2' })).toEqual({
    url: 'https://crm.example.com/v2',
  })
})

test('Of filters an update has all that are left, and a label that was taken off is null', () => {
  expect(changeOf(BEFORE, { ...BEFORE, statuses: ['busy'] })).toEqual({
    filters: { project_ids: [4, 7], call_status: ['busy'] },
  })
  expect(changeOf(BEFORE, { ...BEFORE, projects: [], label: '' })).toEqual({ filters: {}, label: null })
})

test('A registration leaves out what is empty', () => {
  expect(registrationOf({ ...BEFORE, label: '', projects: [] })).toEqual({
    url: BEFORE.url,
    events: BEFORE.events,
    label: undefined,
    filters: undefined,
  })
})
