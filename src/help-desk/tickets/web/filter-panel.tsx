import { Button, Checkbox, Drawer, Group, Select, Stack, TextInput } from '@mantine/core'
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEscape } from '#ui/escape.ts'
import { useFocusReturn } from '#ui/focus-return.ts'
import { priorities, supportRequestStatuses, supportRequestTypes } from '../support-request.ts'
import type { SupportRequestPage, TicketPerson } from '../support-request-call.ts'
import { handlesTickets } from './answering/reader-role.ts'
import { DayField } from './day-field.tsx'
import classes from './help-desk.module.css'
import { isColleague, type TicketFilters, type useTicketAddress } from './ticket-filters.ts'
import { readDay, writeDay } from './typed-day.ts'
import { assignable } from './working/working-calls.ts'

/** The creators of the loaded tickets, by first name. */
export function useCreators() {
  const lists = useQueryClient().getQueriesData<InfiniteData<SupportRequestPage>>({
    queryKey: ['ticketList'],
  })
  const people = new Map<string, TicketPerson>()
  for (const [, list] of lists)
    for (const { createdByPortalAccount: person } of list?.pages.flatMap((page) => page.items) ?? [])
      people.set(person.id, person)
  return [...people.values()]
    .map(({ id, email, contact }) => ({ value: id, label: `${contact.firstName} ${contact.lastName}`, email }))
    .sort((a, b) => a.label.localeCompare(b.label) || a.email.localeCompare(b.email))
}

/** The organizations of the loaded tickets, by name. */
export function useOrganizations() {
  const lists = useQueryClient().getQueriesData<InfiniteData<SupportRequestPage>>({ queryKey: ['ticketList'] })
  const names = new Map<string, string>()
  for (const [, list] of lists)
    for (const { fromOrganization: one } of list?.pages.flatMap((page) => page.items) ?? [])
      if (one) names.set(one.id, one.name)
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))
}

/** The assignee: the reader, nobody, or another person who handles tickets. */
export function useAssignees(isNeeded = true) {
  const { t } = useTranslation('tickets')
  const { data } = useQuery({ ...assignable, enabled: isNeeded && handlesTickets() })
  const people = data?.items ?? []
  return [
    { value: 'me', label: t('work.me') },
    { value: 'none', label: t('work.nobody') },
    ...people.map(({ id, contact }) => ({ value: id, label: `${contact.firstName} ${contact.lastName}` })),
  ]
}

/** The state of the panel before it is applied. */
function usePanel({ filters, apply }: ReturnType<typeof useTicketAddress>, onClose: () => void) {
  const { t, i18n } = useTranslation('tickets')
  const shown = (iso: string | undefined) => (iso ? writeDay(iso, i18n.language) : '')
  const [given, setGiven] = useState({
    keyword: filters.keyword ?? '',
    startDate: shown(filters.startDate),
    endDate: shown(filters.endDate),
    createdByPortalAccountId: filters.createdByPortalAccountId ?? null,
    organizationId: filters.organizationId ?? null,
    assignee: filters.assignee ?? null,
    supportRequestType: filters.supportRequestType ?? [],
    priority: filters.priority ?? [],
    status: filters.status ?? [],
  })
  const [errors, setErrors] = useState<{ startDate?: string; endDate?: string }>({})
  const set = (change: Partial<typeof given>) => {
    setGiven((before) => ({ ...before, ...change }))
    setErrors({})
  }
  const kept = ({ ticketNumber, needsAnswer, sort, direction }: TicketFilters): TicketFilters => ({
    ...(ticketNumber ? { ticketNumber } : {}),
    ...(needsAnswer ? { needsAnswer } : {}),
    ...(sort ? { sort } : {}),
    ...(direction ? { direction } : {}),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { startDate, endDate, createdByPortalAccountId, organizationId, assignee, ...rest } = given
    const start = readDay(startDate, i18n.language)
    const end = readDay(endDate, i18n.language)
    const found = {
      ...(startDate && !start ? { startDate: t('filter.dayWrong') } : {}),
      ...(endDate && !end ? { endDate: t('filter.dayWrong') } : {}),
      ...(start && end && end < start ? { endDate: t('filter.endBeforeStart') } : {}),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) {
      document.getElementsByName(Object.keys(found)[0] ?? '')[0]?.focus()
      return
    }
    apply((now) => ({
      ...kept(now),
      ...rest,
      keyword: rest.keyword.trim(),
      ...(start ? { startDate: start } : {}),
      ...(end ? { endDate: end } : {}),
      ...(createdByPortalAccountId ? { createdByPortalAccountId } : {}),
      ...(organizationId ? { organizationId } : {}),
      ...(assignee ? { assignee } : {}),
    }))
    onClose()
  }
  const clear = () => {
    apply(({ assignee, ...now }) => ({
      ...kept({ ...now, ticketNumber: '' }),
      ...(assignee && !isColleague(assignee) ? { assignee } : {}),
    }))
    onClose()
  }
  return { given, set, errors, submit, clear }
}

/** The side panel. Filters apply on Apply, unless a date is invalid. */
export function FilterPanel({
  address,
  onClose,
}: {
  address: ReturnType<typeof useTicketAddress>
  onClose: () => void
}) {
  const { t } = useTranslation(['tickets', 'platform'])
  const { given, set, errors, submit, clear } = usePanel(address, onClose)
  const creators = useCreators()
  const organizations = useOrganizations()
  const assignees = useAssignees()
  useFocusReturn()
  useEscape(onClose)
  const boxes = (name: 'supportRequestType' | 'status' | 'priority', values: readonly string[]) => (
    <Checkbox.Group label={t(`filter.${name}`)} value={given[name]} onChange={(chosen) => set({ [name]: chosen })}>
      <Stack gap={10} mt={6}>
        {values.map((value) => (
          <Checkbox key={value} value={value} label={t(`choices.${name}.${value}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      title={t('filter.title')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('filter.keyword')}
            value={given.keyword}
            maxLength={200}
            onChange={(event) => set({ keyword: event.currentTarget.value })}
          />
          {(['startDate', 'endDate'] as const).map((name) => (
            <DayField
              key={name}
              name={name}
              label={t(`filter.${name}`)}
              value={given[name]}
              error={errors[name]}
              onChange={(typed) => set({ [name]: typed })}
            />
          ))}
          <Select
            label={t('filter.user')}
            placeholder={t('filter.anybody')}
            data={creators}
            value={given.createdByPortalAccountId}
            onChange={(id) => set({ createdByPortalAccountId: id })}
            clearable
            searchable
            clearButtonProps={{ 'aria-label': t('filter.clearUser') }}
            nothingFoundMessage={t('filter.nobody')}
          />
          {boxes('supportRequestType', supportRequestTypes)}
          {boxes('status', supportRequestStatuses)}
          {boxes('priority', priorities)}
          {handlesTickets() && (
            <>
              <Select
                label={t('filter.organization')}
                placeholder={t('filter.anyOrganization')}
                data={organizations}
                value={given.organizationId}
                onChange={(id) => set({ organizationId: id })}
                clearable
                searchable
                clearButtonProps={{ 'aria-label': t('filter.clearOrganization') }}
                nothingFoundMessage={t('filter.noOrganization')}
              />
              <Select
                label={t('column.assignee')}
                placeholder={t('filter.anybody')}
                data={assignees}
                value={given.assignee}
                onChange={(id) => set({ assignee: id })}
                clearable
                searchable
                clearButtonProps={{ 'aria-label': t('filter.clearAssignee') }}
                nothingFoundMessage={t('work.noChoice')}
              />
            </>
          )}
          <Group justify="flex-end" className={classes.panelEnd}>
            <Button variant="default" onClick={clear}>
              {t('filter.clear')}
            </Button>
            <Button type="submit">{t('filter.apply')}</Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  )
}
