import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { StatusChip } from '#ui/status-chip.tsx'
import classes from './factors-section.module.css'

export interface AuthenticatorCardProps {
  icon: ReactNode
  title: string
  text: string
  state: { label: string; isOn: boolean; icon: ReactNode }
  action: { label: string; isQuiet: boolean; isDisabled?: boolean; isBusy?: boolean; onClick?: () => void }
}

/** One kind of authenticator: whether it is enrolled, and the one action for it. */
export function AuthenticatorCard({ icon, title, text, state, action }: AuthenticatorCardProps) {
  const id = useId()
  return (
    <article className={classes.card} aria-labelledby={id}>
      <h3 id={id}>
        {icon}
        {title}
      </h3>
      <StatusChip tone={state.isOn ? 'leaf' : 'stone'} icon={state.icon}>
        {state.label}
      </StatusChip>
      <p>{text}</p>
      <Button
        variant={action.isQuiet ? 'default' : 'filled'}
        disabled={action.isDisabled ?? false}
        loading={action.isBusy ?? false}
        onClick={action.onClick}
        aria-describedby={id}
      >
        {action.label}
      </Button>
    </article>
  )
}
