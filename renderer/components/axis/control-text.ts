import type { TFunction } from 'i18next'
import type { Json } from '../../../server/contract/assumption-entry.ts'
import type { Pace } from '../../../server/control/protocol/common.ts'
import type { LimitName } from '../../../server/control/protocol/limits.ts'
import { idText } from '../../data/id-text.ts'
import type { Control } from '../../data/timeline.ts'
import { scoreText } from '../../i18n/certification-text.ts'
import { behaviourText } from '../behaviour-text.ts'

const valueText = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

type Setting = { used: number; before: number; limit: number | null }
const settingsOf = ({ set }: Extract<Control, { kind: 'limits' }>) => Object.entries(set) as [LimitName, Setting][]

/** How a drill ended and what it did to the world, part by part; the steps are in the words of the drill. */
export function drillChanges(t: TFunction, action: Extract<Control, { kind: 'drill' }>): string[] {
  const { done, state, pace, pace_before, fault_ids, receiver } = action
  const count = fault_ids.length
  return [
    ...(done === 'ended' && state === null ? [t('axis.control.drill_cut_short')] : []),
    ...(state === null ? [] : [t(`drills.states.${state}`)]),
    ...(pace === pace_before ? [] : [t('axis.control.drill_clock', { pace: paceText(t, pace) })]),
    ...(count === 0 ? [] : [t(`axis.control.drill_faults_${done === 'ended' ? 'removed' : 'staged'}`, { count })]),
    ...(receiver === null ? [] : [t('axis.control.drill_receiver', { receiver })]),
  ]
}

const paceText = (t: TFunction, pace: Pace) =>
  typeof pace === 'number' ? `×${pace}` : t(`clock.${pace}`).toLowerCase()

type OfTenant = Extract<Control, { kind: 'tenant' }>

/** What changed of a tenant, from what to what; nothing where that was not recorded. */
export function tenantChanges(t: TFunction, { plan, open_api_enabled: isOn, name, before = {} }: OfTenant): string[] {
  const said = (of: OfTenant['plan']) => of ?? t('limits.no_plan')
  return [
    ...(before.plan === undefined ? [] : [t('axis.control.tenant_plan', { from: said(before.plan), to: said(plan) })]),
    ...(before.open_api_enabled === undefined ? [] : [t(`axis.control.tenant_${isOn ? 'on' : 'off'}`)]),
    ...(before.name === undefined ? [] : [t('axis.control.tenant_name', { from: before.name, to: name ?? '' })]),
  ]
}

function tenantText(t: TFunction, action: OfTenant): string {
  const { tenant, done, before } = action
  if (before === undefined) return t(`axis.control.tenant_${done}`, { tenant })
  const changes = tenantChanges(t, action)
  return changes.length === 0
    ? t('axis.control.tenant_same', { tenant })
    : `${tenant} · ${changes.join(t('axis.control.between'))}`
}

/** What was done to the world, as one line. */
export function controlText(t: TFunction, action: Control): string {
  switch (action.kind) {
    case 'limits': {
      const settings = settingsOf(action).map(([limit, { used, limit: most }]) => {
        const figures = { limit: t(`axis.limits.${limit}`), used: used.toLocaleString('en') }
        return most === null
          ? t('axis.control.limit_used', figures)
          : t('axis.control.limit_of', { ...figures, most: most.toLocaleString('en') })
      })
      return [action.tenant, ...settings].join(' · ')
    }
    case 'fault':
      return t(`axis.control.fault_${action.done}`, { fault: action.fault_id ?? '' })
    case 'snapshot':
      return t(`axis.control.snapshot_${action.done}`, { name: action.name })
    case 'assumption':
      return t('axis.control.assumption', { id: action.assumption, value: valueText(action.value) })
    case 'inbox': {
      const { answers, name } = action
      if (answers === null) return t('axis.control.inbox_deleted', { name })
      return t('axis.control.inbox', { name, how: behaviourText(answers, t('axis.control.never')) })
    }
    case 'call': {
      const call = action.external_id === null ? action.call_id : idText(action.external_id)
      return action.to === null
        ? t('axis.control.call_placed', { call })
        : t('axis.control.call_step', { call, to: t(`axis.due.call.${action.to}`, { call }) })
    }
    case 'tenant':
      return tenantText(t, action)
    case 'certification':
      return t('axis.control.certification', { url: action.url, score: scoreText(t, action.score) })
    case 'drill': {
      const did = drillChanges(t, action)
      const done = t(`axis.control.drill_${action.done}`, { drill: action.drill })
      return did.length === 0 ? done : `${done}${t('common.colon')}${did.join(t('axis.control.between'))}`
    }
  }
}

/** A drill, from its start to its end: its name, and how it ended or that it is on. */
export const drillMark = (t: TFunction, action: Control): string =>
  action.kind !== 'drill'
    ? controlMark(t, action)
    : `${action.drill}${t('common.colon')}${action.state === null ? t(`axis.control_marks.${action.done === 'ended' ? 'cut_short' : 'on'}`) : t(`drills.states.${action.state}`)}`

/** The same as a word or two, to stand on the axis. */
export function controlMark(t: TFunction, action: Control): string {
  switch (action.kind) {
    case 'limits': {
      const left = settingsOf(action).flatMap(([, { used, limit }]) =>
        limit === null ? [] : Math.max(0, limit - used),
      )
      return left.length === 0 ? t('axis.limit_mark') : t('axis.left', { left: Math.min(...left).toLocaleString('en') })
    }
    case 'certification':
      return t(`axis.control_marks.certification_${action.passed ? 'passed' : 'failed'}`)
    case 'drill':
      return t('axis.control_marks.drill', {
        what: action.state === null ? t(`axis.control_marks.${action.done}`) : t(`drills.states.${action.state}`),
      })
    case 'inbox':
      return action.answers === null
        ? action.name
        : `${action.name} → ${action.answers.hang ? '…' : (action.answers.status ?? 200)}`
    default:
      return t(`axis.control_marks.${action.kind}`)
  }
}
