import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupportRequest } from '../../support-request-call.ts'
import classes from './filing.module.css'

/**
 * An earlier try reached the portal, and the text has changed since: the writer decides what to do with the changes.
 */
export function AlreadyFiled({
  ticket,
  onAdd,
  onFileAnew,
}: {
  ticket: SupportRequest
  onAdd: () => Promise<void>
  onFileAnew: () => Promise<void>
}) {
  const { t } = useTranslation('tickets')
  const [isBusy, setBusy] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  // It is below the form, possibly out of view.
  useEffect(() => panel.current?.focus(), [])
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    // The call has shown the error; the draft stays.
    await act().catch(() => undefined)
    setBusy(false)
  }
  return (
    <div ref={panel} role="alert" tabIndex={-1} className={classes.earlier}>
      <p>{t('filed.text', { ticketNumber: ticket.ticketNumber })}</p>
      <Group gap="sm">
        <Button size="compact-md" loading={isBusy} onClick={() => run(onAdd)}>
          {t('filed.add', { ticketNumber: ticket.ticketNumber })}
        </Button>
        <Button size="compact-md" variant="default" disabled={isBusy} onClick={() => run(onFileAnew)}>
          {t('filed.anew')}
        </Button>
      </Group>
    </div>
  )
}
