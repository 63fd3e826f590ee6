import { useShown } from '../../routing/use-present.ts'
import classes from './webhooks.module.css'

/** A webhook in a list by its label, which is whole, and of its URL what room that leaves; all of both is its title. */
export function LabelledUrl({ label, url: address }: { label: string; url: string }) {
  const url = useShown()(address)
  return (
    <span className={classes.labelled_url} title={`${label} · ${url}`}>
      <span>{label}</span>
      <span>
        {' · '}
        <span className="mono">{url.replace(/^https:\/\//, '')}</span>
      </span>
    </span>
  )
}
