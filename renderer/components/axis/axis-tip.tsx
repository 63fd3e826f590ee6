import classes from './axis.module.css'
import type { Box } from './layout.ts'
import type { TargetText } from './target-text.ts'

/** In pixels, with what is between it and the mark (`.tip`). */
const WIDEST = 410

/** Beside what is pointed at; it takes no pointer itself, and the same is said to screen readers by the plane. */
export function AxisTip({ text, box, width }: { text: TargetText; box: Box; width: number }) {
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, width)]
  // Where it may have no room for a whole line on its usual side, it has the one with more.
  const isRight = width - right < WIDEST && left > width - right
  const side = isRight ? { right: width - left + 8 } : { left: right + 8 }
  return (
    <div className={classes.tip} aria-hidden style={{ ...side, top: Math.max(2, box.top - 6) }}>
      <span className="dim">{text.when}</span> <strong>{text.what}</strong>
      {text.more.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text keep their order
        <div key={index}>{line}</div>
      ))}
    </div>
  )
}
