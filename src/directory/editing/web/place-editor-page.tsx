import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ContactLine, ServicePhone } from '#directory/services/service-document.ts'
import type { ContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { Card } from '#ui/card.tsx'
import type { EditedPlace } from '../listing-editing.ts'
import { ContactsField } from './contacts-field.tsx'
import classes from './editing.module.css'
import { useFieldStates } from './field-words.ts'
import { getEdited } from './listing-calls.ts'
import { ListingEditor } from './listing-editor.tsx'
import { PhonesField } from './phones-field.tsx'
import { HoursFields } from './service-fields.tsx'
import { ZoneLine } from './zone-line.tsx'

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  getEdited<EditedPlace>({ kind: 'location', id: params.locationId ?? '' }, { signal: request.signal })

/** An organization edits one of its places. */
export function Screen() {
  return (
    <ListingEditor loaded={useLoaderData<EditedPlace>()}>
      {(place, form) => <PlaceFields place={place} form={form} />}
    </ListingEditor>
  )
}

function PlaceFields({ place, form }: { place: EditedPlace; form: ContractForm }) {
  const { t } = useTranslation('editing')
  const stateOf = useFieldStates(place.fields)
  const field = (name: string) => {
    const state = stateOf(name)
    return <Field form={form} name={name} autoComplete="off" {...(state ? { description: state } : {})} />
  }
  return (
    <>
      <Card labelledBy="part-where">
        <h2 id="part-where">{t('part.where')}</h2>
        <div className={classes.fields}>
          {place.places.some(({ isConfidential }) => isConfidential) && (
            <p className={classes.also}>{t('place.confidential')}</p>
          )}
          {field('name')}
          {field('address1')}
          {field('address2')}
          {field('city')}
          <div className={classes.pair}>
            {field('stateProvince')}
            {field('postalCode')}
          </div>
          <ZoneLine timeZone={place.timeZone} />
          {field('transportation')}
          {field('accessibility')}
          {field('description')}
        </div>
      </Card>
      <Card labelledBy="part-hours">
        <h2 id="part-hours">{t('part.hours')}</h2>
        <p className={classes.also}>{t('place.hours')}</p>
        <HoursFields listing={place} form={form} />
      </Card>
      <Card labelledBy="part-contact">
        <h2 id="part-contact">{t('part.contactOfPlace')}</h2>
        <PhonesField
          phones={form.values.phones as ServicePhone[]}
          state={stateOf('phones')}
          none={t('phones.noneOfPlace')}
          errors={form.errors}
          onChange={(phones) => form.set('phones', phones)}
        />
        <ContactsField
          contacts={form.values.contacts as ContactLine[]}
          state={stateOf('contacts')}
          errors={form.errors}
          onChange={(contacts) => form.set('contacts', contacts)}
        />
      </Card>
    </>
  )
}
