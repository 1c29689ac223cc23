import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordConfirm } from '#identity/accounts/web/accounts-public.tsx'
import type { ConfirmWay, ConfirmWays, LoadedMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import classes from './confirm-methods.module.css'

/** The ways of all methods for the signed-in account, read again each time. */
export const waysOf = (methods: LoadedMethod[], isHalfOpen: boolean) =>
  queryOptions({
    queryKey: ['confirmWays', isHalfOpen],
    queryFn: () => Promise.all(methods.flatMap(({ findWays }) => findWays?.(isHalfOpen) ?? [])),
    staleTime: 0,
    retry: false,
  })

const password: ConfirmWay = {
  kind: 'password',
  Icon: IconLock,
  label: () => i18next.t('accounts:reauthenticate.usePassword'),
  render: (onConfirmed) => <PasswordConfirm onConfirmed={onConfirmed} />,
}

interface ConfirmMethodsProps {
  isHalfOpen: boolean
  found: ConfirmWays[]
  /** Some confirm with one click, such as a passkey. */
  methods: LoadedMethod[]
  /** On a page of its own, the path to return to. */
  returnUrl?: string | null
  onConfirmed: () => Promise<void>
}

/**
 * Lets the signed-in person confirm their identity with any method of their account, one at a time. The password alone
 * does not complete a half-open session.
 */
export function ConfirmMethods({ isHalfOpen, found, methods, returnUrl, onConfirmed }: ConfirmMethodsProps) {
  const ways = [...(isHalfOpen ? [] : [password]), ...found.flatMap((one) => one.ways)]
  const [chosen, setChosen] = useState<string | null>(null)
  const way = ways.find(({ kind }) => kind === chosen) ?? ways[0]
  return (
    <>
      <div className={classes.way}>{way && <Fragment key={way.kind}>{way.render(onConfirmed)}</Fragment>}</div>
      <div className={classes.direct}>
        {methods.map(
          ({ name, Confirm }) =>
            Confirm && <Confirm key={name} isHalfOpen={isHalfOpen} returnUrl={returnUrl} onConfirmed={onConfirmed} />,
        )}
      </div>
      {found.map(
        ({ missing }) =>
          missing && (
            <p key={missing()} className={classes.noEmail}>
              {missing()}
            </p>
          ),
      )}
      {ways.length > 1 && <OtherWays ways={ways.filter((one) => one !== way)} onChoose={setChosen} />}
    </>
  )
}

function OtherWays({ ways, onChoose }: { ways: ConfirmWay[]; onChoose: (kind: string) => void }) {
  const { t } = useTranslation('accounts')
  return (
    <section className={classes.others} aria-labelledby="other-methods">
      <h2 id="other-methods">{t('reauthenticate.otherWays')}</h2>
      {ways.map(({ kind, Icon, label }) => (
        <Button
          key={kind}
          variant="default"
          justify="flex-start"
          classNames={{ root: classes.other ?? '', label: classes.label ?? '' }}
          leftSection={<Icon size={20} aria-hidden />}
          onClick={() => onChoose(kind)}
        >
          {label()}
        </Button>
      ))}
    </section>
  )
}
