import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ContactLine, ProgramLine, ServicePhone } from '#directory/services/service-document.ts'
import type { ContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { Card } from '#ui/card.tsx'
import type { EditedProfile } from '../listing-editing.ts'
import { ContactsField } from './contacts-field.tsx'
import classes from './editing.module.css'
import { useFieldStates } from './field-words.ts'
import { getEdited } from './listing-calls.ts'
import { ListingEditor } from './listing-editor.tsx'
import { PhonesField } from './phones-field.tsx'
import { ProgramsField } from './programs-field.tsx'

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  getEdited<EditedProfile>({ kind: 'organization', id: params.organizationId ?? '' }, { signal: request.signal })

/** An organization edits what the directory says about the organization itself. */
export function Screen() {
  return (
    <ListingEditor loaded={useLoaderData<EditedProfile>()}>
      {(profile, form) => <ProfileFields profile={profile} form={form} />}
    </ListingEditor>
  )
}

const choicesOf = (choices: EditedProfile['types']) => choices.map(({ id, name }) => ({ value: id, label: name }))

function ProfileFields({ profile, form }: { profile: EditedProfile; form: ContractForm }) {
  const { t } = useTranslation('editing')
  const stateOf = useFieldStates(profile.fields)
  const told = (name: string) => {
    const state = stateOf(name)
    return state ? { description: state } : {}
  }
  return (
    <>
      <Card labelledBy="part-organization">
        <h2 id="part-organization">{t('part.organization')}</h2>
        <div className={classes.fields}>
          <p className={classes.also}>{t('profile.name')}</p>
          <Field form={form} name="alternateName" {...told('alternateName')} />
          <Field form={form} name="description" {...told('description')} />
          <div className={classes.pair}>
            <Field
              form={form}
              name="organizationTypeId"
              choices={choicesOf(profile.types)}
              {...told('organizationTypeId')}
            />
            <Field form={form} name="taxStatusId" choices={choicesOf(profile.taxStatuses)} {...told('taxStatusId')} />
          </div>
        </div>
      </Card>
      <Card labelledBy="part-contact">
        <h2 id="part-contact">{t('part.contact')}</h2>
        <div className={classes.fields}>
          <PhonesField
            phones={form.values.phones as ServicePhone[]}
            state={stateOf('phones')}
            none={t('phones.noneOfOrganization')}
            errors={form.errors}
            onChange={(phones) => form.set('phones', phones)}
          />
          <Field form={form} name="email" {...told('email')} />
          <Field form={form} name="website" {...told('website')} />
          <ContactsField
            contacts={form.values.contacts as ContactLine[]}
            state={stateOf('contacts')}
            errors={form.errors}
            onChange={(contacts) => form.set('contacts', contacts)}
          />
        </div>
      </Card>
      <Card labelledBy="part-programs">
        <h2 id="part-programs">{t('part.programs')}</h2>
        <ProgramsField
          lines={form.values.programs as ProgramLine[]}
          state={stateOf('programs')}
          errors={form.errors}
          onChange={(programs) => form.set('programs', programs)}
        />
      </Card>
    </>
  )
}
