import type { LegalDocument } from '../legal-document.ts'
import { termsConfidentialityEs } from './terms-confidentiality-es.ts'
import { termsRiskEs } from './terms-risk-es.ts'

export const termsEs: LegalDocument = {
  name: 'terms',
  language: 'es',
  title: 'Términos y condiciones de acceso individual',
  introduction: [
    'Estos términos son un acuerdo entre usted, como persona, y la organización que opera {product} (el “Proveedor”). Se aplican cada vez que usa el portal {site}, ya sea para usted mismo o para una organización. Léalos con atención.',
    'Al marcar “Acepto los Términos y condiciones”, al abrir una cuenta o al usar el portal, usted acepta estos términos y la Política de privacidad. Si no está de acuerdo, no puede usar {product}.',
  ],
  sections: [
    {
      id: 'definitions',
      heading: 'Definiciones',
      blocks: [
        {
          list: [
            {
              term: 'Servicio',
              text: 'El portal {product} con todas sus partes: ingreso de personas, derivaciones, directorio de recursos, mensajes, notificaciones, informes y mesa de ayuda.',
            },
            { term: 'Cuenta', text: 'Su acceso personal al Servicio.' },
            {
              term: 'Organización',
              text: 'Una organización comunitaria que participa en el Servicio y en cuyo nombre usted puede actuar si ella se lo ha permitido.',
            },
            { term: 'Cliente', text: 'Una persona a la que una Organización atiende o deriva.' },
            {
              term: 'Información de Clientes',
              text: 'Toda información del Servicio que identifica a un Cliente o con la que podría identificársele.',
            },
            { term: 'Contenido', text: 'Todo lo que usted introduce, carga o envía por medio del Servicio.' },
          ],
        },
      ],
    },
    {
      id: 'eligibility',
      heading: 'Quién puede usar el Servicio',
      blocks: [
        'Usted debe tener al menos 18 años de edad para abrir una Cuenta o usar el Servicio. Al usarlo confirma que los tiene, que puede celebrar un acuerdo vinculante y que ninguna ley le prohíbe usar el Servicio.',
        'Si actúa para una Organización, confirma además que ella le autorizó a hacerlo. Si esa autorización termina, debe dejar de inmediato de usar el Servicio para la Organización. Una persona menor de 18 años que necesita ayuda puede obtenerla por medio de una Organización o llamando al 211.',
      ],
    },
    {
      id: 'account',
      heading: 'Su Cuenta',
      blocks: [
        {
          list: [
            'Dé información verdadera, actual y completa al registrarse y manténgala al día.',
            'La Cuenta es solo suya. No comparta su contraseña, su respuesta de seguridad, sus códigos ni sus dispositivos para iniciar sesión, y no permita que otra persona trabaje con su nombre.',
            'Usted es responsable de lo que se hace con su Cuenta. Avise sin demora al Proveedor en {email} si sospecha que otra persona la ha usado.',
            'El Proveedor puede pedirle que verifique su correo electrónico, que use un segundo factor o que cambie su contraseña, y puede revisar una solicitud antes de aprobarla.',
            'No existe un derecho a ser aprobado. El Proveedor puede rechazar una Cuenta o una Organización.',
          ],
        },
      ],
    },
    {
      id: 'permitted-use',
      heading: 'Uso permitido',
      blocks: [
        'El Proveedor le concede un derecho personal, limitado, revocable, no exclusivo e intransferible de usar el Servicio para encontrar, dar o recibir ayuda en la comunidad. Usted se compromete a no:',
        {
          list: [
            'usar el Servicio con un fin ilícito, que dañe o engañe a alguien, o que sea publicidad comercial;',
            'mirar, copiar ni transmitir información que no necesita para la tarea que tiene delante;',
            'usar el Servicio para amenazar, acosar o discriminar a alguien, ni para encontrar a una persona que no desea ser encontrada;',
            'cargar nada que sea ilícito, que infrinja los derechos de otros o que contenga código dañino;',
            'tratar de eludir la seguridad, buscar puntos débiles del Servicio sin permiso escrito, ni entrar en una cuenta, un registro o un sistema que no está abierto para usted;',
            'recopilar datos del Servicio por medios automatizados, salvo por las interfaces que el Proveedor publica con ese fin;',
            'copiar, modificar, revender ni desarmar el Servicio, salvo cuando una licencia o la ley lo permitan a pesar de esta regla;',
            'someter el Servicio a una carga tal que perjudique el uso de los demás.',
          ],
        },
      ],
    },
    {
      id: 'client-information',
      heading: 'Información sobre los Clientes',
      blocks: [
        'Si introduce o ve Información de Clientes, usted se compromete a:',
        {
          list: [
            'obtener y registrar el consentimiento del Cliente, o asegurarse de que existe otra base lícita, antes de compartir algo sobre él;',
            'compartir solo lo que el destinatario necesita para ayudar, y solo con quienes el consentimiento abarca;',
            'respetar de inmediato un consentimiento que se ha limitado o retirado;',
            'cumplir las leyes y los deberes profesionales que obligan a usted y a su Organización, como la Ley de Portabilidad y Responsabilidad del Seguro Médico (HIPAA), las normas federales sobre historiales de tratamiento por consumo de sustancias (42 CFR, parte 2), la Ley de Violencia contra la Mujer y las leyes de su estado;',
            'mantener la Información de Clientes fuera de las solicitudes de soporte y de las capturas de pantalla siempre que sea posible;',
            'comunicar a su Organización y a {email} toda pérdida o uso indebido de Información de Clientes en cuanto lo sepa.',
          ],
        },
        'Las Organizaciones siguen siendo responsables de los registros que llevan sobre los Clientes. Su Organización puede haber firmado otro acuerdo con el Proveedor; cuando este proteja más la Información de Clientes que los presentes términos, prevalece ese acuerdo.',
      ],
    },
    {
      id: 'your-content',
      heading: 'Su Contenido',
      blocks: [
        'Su Contenido sigue siendo suyo o de su Organización. Usted permite al Proveedor almacenarlo, copiarlo, transmitirlo, mostrarlo y adaptarlo en la medida necesaria para operar, proteger y mejorar el Servicio, y publicar lo que está destinado al directorio público de recursos. Usted confirma que tiene derecho a dar este permiso y que su Contenido es exacto hasta donde sabe. El Proveedor puede usar el Contenido, en una forma que no identifique a nadie, para estadísticas e informes, y puede usar las sugerencias que usted envíe sin deberle nada por ellas.',
        'El Proveedor no revisa todo el Contenido ni responde por él, pero puede retirar el que incumpla estos términos.',
      ],
    },
    {
      id: 'availability',
      heading: 'Alojamiento, disponibilidad e interrupciones',
      blocks: [
        'El Servicio está alojado en los Estados Unidos. Si lo usa desde otro lugar, lo hace por iniciativa propia y es responsable de cumplir la ley local.',
        'Las interrupciones programadas por mantenimiento tienen lugar entre las 9 p. m. y las 9 a. m., hora del Este. Durante esas horas el Servicio puede ser lento o no estar disponible. El Proveedor procura anunciar las interrupciones más largas y puede interrumpir el Servicio en cualquier otro momento cuando lo exijan la seguridad o una reparación urgente. El Proveedor puede cambiar o poner fin a cualquier parte del Servicio. No se promete ningún nivel de disponibilidad.',
      ],
    },
    {
      id: 'no-emergency',
      heading: 'No es para emergencias ni da asesoramiento profesional',
      blocks: [
        'Nadie vigila el Servicio a toda hora. En una emergencia, llame al 911. Para encontrar ayuda por teléfono, llame al 211.',
        'El Servicio transmite información y pedidos. No da asesoramiento médico, jurídico, financiero ni profesional de otro tipo. Un lugar en el directorio, una verificación o una derivación no son una recomendación ni prometen que un servicio exista, sea adecuado o tenga cupo. Son las Organizaciones, y no el Proveedor, quienes deciden a quién ayudan y responden por cómo lo hacen.',
      ],
    },
    {
      id: 'fees',
      heading: 'Sin tarifas',
      blocks: [
        'El acceso individual al Servicio no tiene tarifas. Corren por su cuenta sus propios dispositivos, el acceso a internet y las llamadas o mensajes de texto.',
      ],
    },
    termsConfidentialityEs,
    ...termsRiskEs,
  ],
}
