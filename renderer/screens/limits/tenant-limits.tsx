import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanName } from '../../../server/contract/plans.ts'
import type { LimitName, SetLimitsBody } from '../../../server/control/protocol/limits.ts'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { Action } from '../../components/action.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { LIMIT_SET, tellsOf, useLimitNotice } from '../../components/limit-notice.ts'
import { Loading } from '../../components/loading.tsx'
import { notifyDone, notifyFailed, notifyUndo } from '../../components/notify.tsx'
import { useRoomQuery } from '../../components/stage-scale.ts'
import { useContract } from '../../data/contract.ts'
import { limitsAt } from '../../data/limit-window.ts'
import { useLimitsHistory } from '../../data/limits-history.ts'
import { isWindowOver, useLimits, useSetLimits } from '../../data/queries.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { useUrlState } from '../../routing/use-url-state.ts'
import { AS_FIELDS, limitsAs, NO_PLAN } from './as-plan.ts'
import { FRAME_FIELDS, frameAt, lastUseOf } from './chart-frame.ts'
import { chartShown } from './chart-shown.ts'
import { LimitCharts, useOlder } from './limit-charts.tsx'
import { LIMITS } from './limit-names.ts'
import { LimitRow, type SettingOf } from './limit-row.tsx'
import rows from './limit-rows.module.css'
import classes from './limits.module.css'
import { refusing } from './refusing.ts'
import { SendOne } from './send-one.tsx'
import { type Entry, NO_STORY, type Story, withEntry } from './story.ts'
import { Trouble } from './trouble.tsx'

/** From here on all charts are. */
const ROOM_FOR_ALL = '(min-height: 1060px)'

/** The four limits of a tenant: who is refused and until when, one request to try, and each window with what became of it. */
export function TenantLimits({ tenant: { tenant, ...view } }: { tenant: TenantView }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useLimits(tenant)
  const history = useLimitsHistory(tenant)
  const now = useEmulatedNow()
  const contract = useContract()
  useLimitNotice(tenant, data)
  const [{ as }, setAs] = useUrlState(AS_FIELDS)
  const { mutate } = useSetLimits(tenant, error =>
    isWindowOver(error) ? notifyDone(t('limits.undo_over')) : notifyFailed(error),
  )
  // Where no chart is named, that of the limit which refuses, or is the nearest to it, is shown.
  const [{ chart, at }, setChart] = useUrlState(FRAME_FIELDS)
  const older = useOlder(tenant, at)
  const isRoomy = useRoomQuery(ROOM_FOR_ALL)
  const [story, setStory] = useState<Story>(NO_STORY)
  const told = useRef(0)
  const charts = useRef<HTMLDivElement>(null)
  const tell = (entry: Entry) => setStory(before => withEntry(before, entry))
  // What was read once stays while the emulator is away.
  if (error && !data) return <Failed error={error} again={() => void refetch()} />
  if (!data || now === undefined) return <Loading at="inside" height={240} />
  const shownAs = as === NO_PLAN ? contract?.default_limits : contract?.plans[as as PlanName]
  const counted = limitsAt(data, now)
  const limits = shownAs === undefined ? counted : limitsAs(counted, shownAs)
  const drawn = LIMITS.filter(name => limits[name].limit !== 0)
  const named = drawn.find(name => name === chart)
  const chosen = named ?? chartShown(limits, history)
  const other = refusing(limits)
  const choose = (name: LimitName) => {
    // Of a day that is looked at, its minutes are opened where they were used.
    const isShort = name === 'minute' || name === 'burst'
    const last = older && isShort ? lastUseOf(frameAt(limits[chosen], at), older[name]) : undefined
    setChart({ chart: name === named ? '' : name, ...(last !== undefined && { at: last }) })
    // Where it is below the window, a chart would change unseen; for its margin no row is moved.
    const box = charts.current?.getBoundingClientRect()
    if (box && box.bottom - innerHeight > box.height / 5) charts.current?.scrollIntoView({ block: 'nearest' })
  }

  const set = (name: LimitName, used: SettingOf) => {
    const { used: before, resets_at } = limits[name]
    mutate({ [name]: { used } } satisfies SetLimitsBody, {
      onSuccess: after => {
        tellsOf({ tenant, limit: name, used: after[name].used, resets_at: after[name].resets_at })
        told.current += 1
        tell({
          kind: 'set',
          id: told.current,
          text: t('limits.story_set', {
            limit: t(`limits.short.${name}`),
            used: after[name].used.toLocaleString('en'),
          }),
        })
        notifyUndo({
          about: LIMIT_SET,
          message: t('limits.was_set', {
            limit: t(`limits.${name}`),
            tenant,
            used: after[name].used.toLocaleString('en'),
          }),
          // What was used of this window says nothing about the next one.
          undo: () => mutate({ [name]: { used: before, resets_at } } satisfies SetLimitsBody),
        })
      },
    })
  }
  return (
    <>
      {shownAs && (
        <div className={classes.as_plan} role="status">
          <span>{t('limits.shown_as', { plan: as === NO_PLAN ? t('limits.default_column') : as })}</span>
          <Action onClick={() => setAs({ as: '' })}>{t('limits.shown_own')}</Action>
        </div>
      )}
      <div className={classes.top}>
        <Trouble tenant={tenant} limits={limits} history={history} />
        <SendOne
          tenant={{ tenant, ...view }}
          limits={counted}
          story={story}
          onAnswer={answered => {
            told.current += 1
            tell({ ...answered, id: told.current })
          }}
        />
      </div>
      <div className={rows.rows}>
        {LIMITS.map(name => (
          <LimitRow
            key={name}
            name={name}
            tenant={{ tenant, ...view }}
            view={limits[name]}
            history={history?.[name]}
            isRefusing={refusing(limits) === name}
            isChosen={isRoomy ? undefined : name === chosen}
            onChoose={() => choose(name)}
            onSet={shownAs === undefined ? used => set(name, used) : undefined}
          />
        ))}
      </div>
      {history !== undefined && (
        <div ref={charts} className={rows.below}>
          <LimitCharts
            names={isRoomy ? drawn : [chosen]}
            tenant={tenant}
            limits={limits}
            history={history}
            isPreview={shownAs !== undefined}
            refuses={isRoomy || other === chosen ? undefined : other}
            onFollow={() => setChart({ chart: '' })}
          />
        </div>
      )}
    </>
  )
}
