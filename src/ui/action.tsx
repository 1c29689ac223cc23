import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import classes from './action.module.css'

type Look = 'primary' | 'quiet' | 'text'
const classOf = (look: Look) => `${classes.action} ${classes[look]}`

/** Buttons for the light public screens, which do not use the component library. In the portal, use Mantine's. */
export const ActionLink = ({ look = 'primary', ...props }: ComponentProps<typeof Link> & { look?: Look }) => (
  <Link className={classOf(look)} {...props} />
)
export const ActionAnchor = ({ look = 'primary', children, ...props }: ComponentProps<'a'> & { look?: Look }) => (
  <a className={classOf(look)} {...props}>
    {children}
  </a>
)
export const ActionButton = ({
  look = 'primary',
  isBusy = false,
  children,
  onClick,
  ...props
}: ComponentProps<'button'> & { look?: Look; isBusy?: boolean }) => (
  // A disabled button would lose the focus while it waits.
  <button
    type="button"
    className={classOf(look)}
    aria-disabled={isBusy || undefined}
    aria-busy={isBusy}
    onClick={isBusy ? (event) => event.preventDefault() : onClick}
    {...props}
  >
    {isBusy && <span className={classes.spinner} aria-hidden="true" />}
    {children}
  </button>
)
