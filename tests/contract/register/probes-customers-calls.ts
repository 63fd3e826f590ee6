import type { Ground, Probes, Reply } from './ground.ts'

const DAY = 'from=2026-03-10&to=2026-03-10'

async function twoCustomers(it: Ground): Promise<void> {
  await it.post('/customers', it.customer({ name: 'Alpha' }))
  await it.post('/customers', it.customer({ name: 'Beta' }))
}

export const CUSTOMERS: Probes<'customers'> = {
  'customers.phonetic_key': { see: async it => Object.keys((await it.post('/customers', it.customer())).data) },
  'customers.required': {
    see: async it => [
      (await it.post('/customers', it.customer())).status,
      (await it.post('/customers', it.customer({ tel1: undefined }))).status,
    ],
  },
  'customers.external_id_unique': {
    see: async it => {
      await it.post('/customers', it.customer({ external_id: 'crm-1' }))
      return (await it.post('/customers', it.customer({ external_id: 'crm-1' }))).status
    },
  },
  'customers.tel1_format': { see: async it => (await it.post('/customers', it.customer({ tel1: '03-1234' }))).status },
  'customers.unknown_fields': { see: async it => (await it.post('/customers', it.customer({ rank: 'A' }))).status },
  'customers.update_project_id': {
    see: async it => {
      const { customer_id, project_id } = (await it.post('/customers', it.customer())).data
      return (await it.put(`/customers/${customer_id}`, { project_id })).status
    },
  },
  'customers.bulk_atomic': {
    see: async it => (await it.post('/customers/bulk', { customers: [it.customer(), {}] })).status,
  },
  'customers.bulk_response': [
    { see: async it => Object.keys((await it.post('/customers/bulk', { customers: [it.customer()] })).data) },
    {
      base: { 'customers.bulk_atomic': 'partial' },
      see: async it => {
        const { data } = await it.post('/customers/bulk', { customers: [it.customer(), {}] })
        return [data.created_count, data.results.map(({ index }: { index: number }) => index)]
      },
    },
  ],
  'customers.update_response': {
    see: async it => {
      const { customer_id } = (await it.post('/customers', it.customer())).data
      const { status, data } = await it.put(`/customers/${customer_id}`, { name: 'Gamma' })
      return status === 200 && data.customer_id === customer_id && data.tel1 !== undefined
    },
  },
  'customers.text_max_length': {
    see: async it => (await it.post('/customers', it.customer({ name: 'x'.repeat(50) }))).status,
    others: [40],
  },
  'customers.order': {
    see: async it => {
      await twoCustomers(it)
      return (await it.get('/customers')).data.map(({ name }: { name: string }) => name)
    },
  },
  'customers.list_filters': {
    see: async it => {
      await twoCustomers(it)
      return (await it.get('/customers?name=Alp')).json.pagination.total
    },
  },
}

export const CALLS: Probes<'calls'> = {
  'calls.statuses': {
    see: async it =>
      (await it.get(`/calls?${DAY}&status=busy`)).status + (await it.get(`/calls?${DAY}&status=lost`)).status === 622,
  },
  'calls.types': { see: async it => (await it.get(`/calls?${DAY}&call_type=inbound`)).status === 200 },
  'calls.list_filters': {
    see: async it => {
      await it.initiate()
      return (await it.get(`/calls?${DAY}&status=busy`)).json.pagination.total
    },
  },
  'calls.order': {
    see: async it => {
      await it.initiate({ external_id: 'first' })
      await it.advance('PT1M')
      await it.initiate({ external_id: 'second' })
      return (await it.get(`/calls?${DAY}`)).data.map(({ external_id }: { external_id: string }) => external_id)
    },
  },
  'calls.detail_phone': { see: async it => (await it.wholeCall()).data.phone_number },
  'calls.short_number_mask': {
    see: async it => {
      await it.initiate({ phone_number: '123-4567' })
      return (await it.get(`/calls?${DAY}`)).data[0].phone_number
    },
  },
  'calls.unknown_reference': { see: async it => (await it.initiate({ staff_id: 999_999 })).status },
  'calls.unknown_fields': { see: async it => (await it.initiate({ priority: 1 })).status },
  'calls.metadata': { see: async it => (await it.wholeCall({ metadata: { lead: 7 } })).data.metadata },
  'calls.metadata_max_bytes': {
    see: async it => (await it.initiate({ metadata: { text: 'x'.repeat(2_000) } })).status,
    others: [1_000],
  },
  'calls.started_at': { see: async it => (await it.wholeCall()).data.started_at },
  'calls.ai_fields': {
    see: async it => {
      const { data } = await it.wholeCall()
      return Array.isArray(data.transcript) && data.summary !== '' && 'talk_ratio' in data.voice_analysis
    },
  },
  'calls.ai_delay': {
    see: async it => (await it.world.calls.get((await it.wholeCall()).data.call_id)).ai_ready_at,
  },
  'calls.default_script': {
    see: async it => {
      const { status, ended_at } = (await it.wholeCall({ phone_number: '03-1234-5678' })).data
      return { status, ended_at }
    },
    others: [
      {
        dial: 'PT2S',
        ring: 'PT30S',
        weights: { connected: 0, no_answer: 0, busy: 1, failed: 0 },
        talk_seconds: { min: 1, max: 2 },
      },
    ],
  },
  'calls.magic_numbers': {
    see: async it => (await it.wholeCall({ phone_number: '03-1234-0003' })).data.status === 'busy',
  },
  'calls.test_key_lifecycle': {
    see: async it => {
      const { call_id } = (await it.initiate({}, { key: it.tenant().keys.test as string })).data
      await it.advance('PT15M')
      return (await it.get(`/calls/${call_id}`)).data.status
    },
  },
}

export const DATES: Probes<'dates'> = {
  'dates.zone': {
    clock: '2026-03-10T16:00:00.000Z',
    see: async it => {
      await it.initiate()
      return (await it.get('/calls?from=2026-03-11&to=2026-03-11')).json.pagination.total
    },
  },
  'dates.range_counting': { see: async it => (await it.get('/calls?from=2026-02-01&to=2026-03-04')).status },
  'dates.future': { see: async it => (await it.get('/calls?from=2026-03-10&to=2026-03-11')).status },
  'dates.format': {
    see: async it => (await it.get('/calls?from=2026-03-09T00:00:00Z&to=2026-03-10')).status,
  },
  'dates.from_after_to': { see: async it => (await it.get('/calls?from=2026-03-10&to=2026-03-09')).status === 422 },
}

const periods = ({ data }: Reply) => data.periods.map(({ period }: { period: string }) => period)
const keysOf = (row: object) => Object.keys(row).join()

export const REPORTS: Probes<'reports'> = {
  'reports.summary_shape': {
    see: async it => {
      const { totals, periods } = (await it.get(`/reports/summary?${DAY}`)).data
      const fields = 'total_calls,connected_calls,average_duration_seconds,success_rate'
      return keysOf(totals) === fields && keysOf(periods[0]) === `period,${fields}`
    },
  },
  'reports.calls_shape': {
    see: async it => {
      await it.wholeCall()
      const [row] = (await it.get(`/reports/calls?${DAY}`)).data
      return keysOf(row) === 'date,staff_id,status,call_count,total_duration_seconds,average_duration_seconds'
    },
  },
  'reports.users_shape': {
    see: async it => {
      const [row] = (await it.get(`/reports/users?${DAY}`)).data
      return keysOf(row).startsWith('staff_id,staff_name,call_count,connected_count,total_duration_seconds,')
    },
  },
  'reports.average_over': {
    see: async it => {
      await it.wholeCall()
      await it.wholeCall({ phone_number: '03-1234-0002' })
      return (await it.get(`/reports/summary?${DAY}`)).data.totals.average_duration_seconds
    },
  },
  'reports.talk_ratio': {
    see: async it => {
      await it.wholeCall()
      await it.wholeCall({ phone_number: '03-1234-0002' })
      return (await it.get(`/reports/users?${DAY}`)).data[0].talk_ratio
    },
  },
  'reports.empty_averages': [
    { see: async it => (await it.get(`/reports/summary?${DAY}`)).data.totals },
    { see: async it => (await it.get(`/reports/users?${DAY}`)).data[0].talk_ratio },
    {
      see: async it => {
        await it.initiate()
        return (await it.get(`/reports/calls?${DAY}`)).data[0].average_duration_seconds
      },
    },
  ],
  'reports.day_of_call': {
    clock: '2026-03-10T14:59:50.000Z',
    see: async it => {
      await it.wholeCall()
      return (await it.get('/reports/calls?from=2026-03-10&to=2026-03-11')).data.map(
        ({ date }: { date: string }) => date,
      )
    },
  },
  'reports.week_starts': {
    see: async it => periods(await it.get('/reports/summary?from=2026-03-02&to=2026-03-10&period=week')),
  },
  'reports.week_name': {
    see: async it => periods(await it.get('/reports/summary?from=2026-03-04&to=2026-03-10&period=week')),
  },
  'reports.unfinished_calls': {
    see: async it => {
      await it.initiate()
      return (await it.get(`/reports/summary?${DAY}`)).data.totals.total_calls
    },
  },
}
