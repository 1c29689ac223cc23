import { Button } from '@mantine/core'
import { IconArrowLeft, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { queryClient } from '#platform/web/query-client.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import type { PortalAccount } from '../portal-account.ts'
import { mayManageAccount } from '../team-policy.ts'
import { AccessCard } from './access-card.tsx'
import { AccountFacts } from './account-facts.tsx'
import { EditAccount } from './edit-account.tsx'
import { asPerson, currentViewer } from './requested-change.ts'
import { SentLinkList } from './sent-link-list.tsx'
import classes from './team.module.css'
import { accountRecord } from './team-calls.ts'

/** The account is loaded before the screen opens, so that the screen does not open without access. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(accountRecord(params.accountId ?? ''))

export function Screen() {
  const { accountId = '' } = useParams()
  const { data } = useQuery(accountRecord(accountId))
  return data ? <Account key={data.id} account={data} /> : null
}

function Account({ account }: { account: PortalAccount }) {
  const { t } = useTranslation('team')
  const [isEditing, setEditing] = useState(false)
  const isPlatform = useLocation().pathname.startsWith('/admin')
  const isManaged = mayManageAccount(currentViewer(), asPerson(account))
  const name = `${account.firstName} ${account.lastName}`
  // The clicked button has been removed; keyboard users continue from the title.
  const edit = (isOn: boolean) => {
    setEditing(isOn)
    requestAnimationFrame(() => document.querySelector('h1')?.focus())
  }
  return (
    <>
      <p className={classes.crumb}>
        <Link to={isPlatform ? '/admin/accounts' : '/organization/people'}>
          <IconArrowLeft size={18} aria-hidden="true" />
          {t(isPlatform ? 'list.allTitle' : 'list.title')}
        </Link>
      </p>
      <PageHeading
        title={isEditing ? t('edit.title', { name }) : name}
        lead={isEditing ? undefined : [account.title, account.organizationName].filter(Boolean).join(' · ')}
        action={
          !isEditing &&
          isManaged && (
            <Button leftSection={<IconPencil size={20} aria-hidden="true" />} onClick={() => edit(true)}>
              {t('account.edit')}
            </Button>
          )
        }
      />
      {isEditing ? (
        <EditAccount account={account} onDone={() => edit(false)} />
      ) : (
        <div className={classes.columns}>
          <div className={classes.stack}>
            <AccountFacts account={account} />
            {isManaged && <AccessCard account={account} />}
          </div>
          {isManaged && <SentLinkList account={account} />}
        </div>
      )}
    </>
  )
}
