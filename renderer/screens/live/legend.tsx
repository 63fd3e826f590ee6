import { Popover } from '@mantine/core'
import type { TFunction } from 'i18next'
import { memo, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import type { Answer } from '../../data/answers.ts'
import classes from './live.module.css'

/** The marks of the axis as it draws them; each is a form as well as a colour. */
const MARKS = {
  ok: <path d="M5 1h3v10H5z" className={classes.mark_ok} />,
  open: <path d="M5.200 1.500h2.600v9h-2.600z" className={classes.mark_open_line} />,
  client: <path d="M6.5 0 11 5H8v6H5V5H2Z" className={classes.mark_client} />,
  limited: <path d="M2 1h9v2.6H8.2V11H4.8V3.6H2Z" className={classes.mark_limited} />,
  lost: (
    <g>
      <path d="M5 7h3v4.500H5z" className={classes.mark_failed} />
      <path d="M5.200 1h2.600v3.800H5.200z" className={classes.mark_failed_line} />
    </g>
  ),
  failed: <path d="m3 2 7 8m0-8-7 8" className={classes.mark_failed_line} />,
  delivered: <circle cx="6.5" cy="6" r="4.4" className={classes.mark_ok} />,
  attempt_failed: (
    <g className={classes.mark_failed_line}>
      <circle cx="6.5" cy="6" r="4.6" />
      <path d="m4.6 4.100 3.800 3.800m0-3.800-3.800 3.800" />
    </g>
  ),
  given_up: (
    <g>
      <circle cx="6.5" cy="6" r="5.4" className={classes.mark_failed} />
      <path d="m4.300 3.800 4.400 4.400m0-4.400-4.400 4.400" className={classes.mark_cut} />
    </g>
  ),
  cancelled: (
    <g className={classes.mark_planned}>
      <circle cx="6.5" cy="6" r="4.6" />
      <path d="m4.500 4 4 4" />
    </g>
  ),
  accepted: (
    <g className={classes.mark_failed_line}>
      <path d="m6.500 1 5 9.600h-10z" />
      <path d="M6.500 4.500v4" />
    </g>
  ),
  refused: <path d="m6.500 0.600 5.500 10.400h-11z" className={classes.mark_ok} />,
  not_accepted: <path d="m6.500 1 5 9.600h-10z" className={classes.mark_open_line} />,
  dropped: (
    <g className={classes.mark_failed_line}>
      <circle cx="6.5" cy="6" r="4.4" />
      <path d="m3.500 3 6 6" />
    </g>
  ),
  planned: <circle cx="6.5" cy="6" r="4.4" className={classes.mark_planned_line} />,
  call: <rect x="0.5" y="3" width="12" height="6" rx="1.5" className={classes.mark_call} />,
  ready: (
    <g className={classes.mark_call_line}>
      <rect x="2.5" y="0.8" width="8" height="10.4" rx="1.5" />
      <path d="M4.500 3.500h4M4.500 6h4M4.500 8.500h4" />
    </g>
  ),
  // In the lane the sends of a day stand below its requests.
  day: (
    <g>
      <path d="M0 2h13v4H0z" className={classes.mark_limited} />
      <path d="M0 9h13v2H0z" className={classes.mark_window} />
    </g>
  ),
  sends: (
    <g>
      <path d="M0 7h13v4H0z" className={classes.mark_limited} />
      <path d="M0 2h13v2H0z" className={classes.mark_window} />
    </g>
  ),
  set: (
    <g className={classes.mark_set}>
      <path d="M6.500 12V5" />
      <circle cx="6.500" cy="3.500" r="2.600" />
    </g>
  ),
} as const satisfies Record<string, ReactNode>

const ABOUT = {
  open: 'axis.open_is',
  lost: 'axis.lost_is',
  dropped: 'live.held_back_is',
  attempt_failed: 'axis.attempt_failed_is',
  day: 'axis.day_is',
  sends: 'axis.sends_is',
} as const

/** What most worlds have none of: it takes room where it stands on the axis only. */
const RARE = ['given_up', 'cancelled', 'accepted', 'refused', 'not_accepted'] as const
type Rare = (typeof RARE)[number]
const isRare = (mark: string): mark is Rare => (RARE as readonly string[]).includes(mark)
type Usual = Exclude<keyof typeof MARKS, Rare>

function rareText(t: TFunction, mark: Rare): { name: string; about: string } {
  if (mark === 'given_up') return { name: t('axis.marks.given_up'), about: t('axis.given_up_is') }
  if (mark === 'cancelled') return { name: t('delivery_status.cancelled'), about: t('axis.cancelled_is') }
  const about = t(`delivery_status.${mark}_hint`, { outcome: t('axis.any_other_answer') })
  return { name: t(`delivery_status.${mark}`), about }
}

const usualText = (t: TFunction, mark: Usual) => ({
  name: t(`axis.marks.${mark}`),
  about: mark in ABOUT ? t(ABOUT[mark as keyof typeof ABOUT]) : undefined,
})

/** The answers that are shown alone, if any are, how many requests had each, and what a press on one does. */
export interface Picks {
  readonly answers: ReadonlySet<string>
  readonly counts: Readonly<Record<Answer, number>>
  /** Answers of which there are more than are kept here. */
  readonly isCut: boolean
  /** Whether they are of the time alone that the axis shows. */
  readonly isPart: boolean
  readonly onPick: (answer: Answer) => void
}

/** A mark of a request: pressed, those with another answer are left out, on the axis as in the list. */
function Pick({ answer, name, about, picks, children }: PickProps) {
  const { t } = useTranslation()
  const isOn = picks.answers.has(answer)
  const hint = t(isOn ? 'live.unpick' : 'live.pick')
  return (
    <button
      type="button"
      className={classes.pick}
      aria-pressed={isOn}
      title={about === undefined ? hint : `${about}\n${hint}`}
      onClick={() => picks.onPick(answer)}
    >
      {children}
      {name}
      <span>
        {picks.counts[answer].toLocaleString('en')}
        {picks.isCut && '+'}
      </span>
    </button>
  )
}
interface PickProps {
  answer: Answer
  name: string
  about: string | undefined
  picks: Picks
  children: ReactNode
}

/** The answers that most worlds have none of. */
const RARE_ANSWERS: ReadonlySet<string> = new Set<Answer>(['open', 'lost'])

interface LegendProps {
  /** Those of the rare marks that the axis has, in their order, with spaces between. */
  rare: string
  picks: Picks
}

/** Right above the axis. */
export const LegendOfMarks = memo(function LegendOfMarks({ rare, picks }: LegendProps) {
  const { t } = useTranslation()
  const isThere = (mark: string) => {
    if (isRare(mark)) return rare.split(' ').includes(mark)
    return !RARE_ANSWERS.has(mark) || picks.counts[mark as Answer] > 0 || picks.answers.has(mark)
  }
  return (
    <ul className={classes.legend} aria-label={t('axis.legend')}>
      <li>{t(picks.isPart ? 'live.counts_part' : 'live.counts_all')}</li>
      {Object.entries(MARKS)
        .filter(([mark]) => isThere(mark))
        .map(([mark, drawing]) => {
          const { name, about } = isRare(mark) ? rareText(t, mark) : usualText(t, mark as Usual)
          const sign = (
            <svg width={13} height={12} viewBox="0 0 13 12" aria-hidden>
              {drawing}
            </svg>
          )
          if (mark in picks.counts)
            return (
              <li key={mark}>
                <Pick answer={mark as Answer} name={name} about={about} picks={picks}>
                  {sign}
                </Pick>
              </li>
            )
          return (
            <li key={mark} title={about}>
              {sign}
              {name}
            </li>
          )
        })}
    </ul>
  )
})

/** The same behind a button, where there is no room above the axis. */
export function LegendAsked(props: LegendProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus returnFocus position="bottom" width={560}>
      <Popover.Target>
        <Action
          icon="info"
          className={classes.asked ?? ''}
          title={t('axis.legend')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span>{t('axis.legend')}</span>
        </Action>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('axis.legend')}>
        <div data-autofocus tabIndex={-1}>
          <LegendOfMarks {...props} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
