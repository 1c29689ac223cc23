import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { notify } from '#platform/web/notify.ts'
import { notifyOtherTabs } from '#platform/web/session-channel.ts'
import { forgetUser } from '#platform/web/session-user.ts'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { type FoundAccount, ImpersonateForm } from '../impersonation.ts'
import classes from './safety.module.css'

const PATH = '/api/portalAccount/impersonate'
const WAIT_MS = 400
const LEAST = 3
const nameOf = (account: FoundAccount) => `${account.firstName} ${account.lastName}`

/** Finds an account by name or address and impersonates it, with a reason. */
export function ImpersonationCard({ isAlone }: { isAlone?: boolean }) {
  const { t } = useTranslation('account-safety')
  const heading = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<FoundAccount | null>(null)
  const [asked] = useDebouncedValue(text.trim(), WAIT_MS)
  const isAsked = asked.length >= LEAST
  const { data } = useQuery({
    queryKey: ['account', 'findToImpersonate', asked],
    queryFn: ({ signal }) =>
      api.get<{ items: FoundAccount[] }>(`${PATH}/findAccount`, { query: { text: asked }, signal }),
    enabled: isAsked,
  })
  const found = isAsked ? (data?.items ?? []) : []
  return (
    <Card {...(isAlone ? {} : { labelledBy: heading })} className={classes.section ?? ''}>
      <div className={classes.head}>
        <div>
          {!isAlone && <h2 id={heading}>{t('impersonate.title')}</h2>}
          <p>{t('impersonate.lead')}</p>
        </div>
      </div>
      <TextInput
        type="search"
        label={t('impersonate.search')}
        description={t('impersonate.searchHelp')}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        maxLength={100}
        onChange={(e) => setText(e.currentTarget.value)}
      />
      <div role="status">
        {isAsked && data && found.length === 0 && <EmptyState title={t('impersonate.nothing')} />}
      </div>
      <ul className={classes.rows}>
        {found.map((account) => (
          <li key={account.id} className={classes.row}>
            <span className={classes.icon}>
              <IconUser size={22} aria-hidden />
            </span>
            <div>
              <p className={classes.what}>{nameOf(account)}</p>
              <p className={classes.soft}>{[account.email, account.organizationName].filter(Boolean).join(' · ')}</p>
            </div>
            {account.mayImpersonate ? (
              <Button variant="default" onClick={() => setChosen(account)}>
                {t('impersonate.choose', { name: nameOf(account) })}
              </Button>
            ) : (
              <span className={classes.soft}>{t('impersonate.refused')}</span>
            )}
          </li>
        ))}
      </ul>
      {chosen && <ReasonDialog account={chosen} onClose={() => setChosen(null)} />}
    </Card>
  )
}

function ReasonDialog({ account, onClose }: { account: FoundAccount; onClose: () => void }) {
  const { t } = useTranslation(['account-safety', 'platform'])
  const name = nameOf(account)
  const form = useContractForm({
    contract: ImpersonateForm,
    texts: 'account-safety',
    initial: { reason: '' },
    onSubmit: async (values) => {
      await api.post(PATH, values, { query: { portalAccountId: account.id }, quiet: true })
      forgetUser()
      notifyOtherTabs('user-changed')
      location.assign('/home/redirect')
    },
    onFailure: (error) => {
      if (error instanceof ApiError && error.errors.length) return
      notify(
        t(error instanceof ApiError && error.status === 406 ? 'impersonate.inactive' : 'impersonate.failed'),
        'bad',
      )
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('impersonate.dialog', { name })}
      size={500}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <Textarea
            name="reason"
            label={t('impersonate.reason')}
            description={t('impersonate.reasonHelp', { name })}
            withAsterisk
            aria-required
            data-autofocus
            autosize
            minRows={2}
            maxLength={300}
            value={String(form.values.reason)}
            error={form.errors.reason}
            onChange={(e) => form.set('reason', e.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('platform:form.cancel')}
            </Button>
            <Button type="submit" loading={form.isSending}>
              {t('impersonate.start', { name })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
