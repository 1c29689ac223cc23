import type { LegalDocument } from '../legal-document.ts'
import { californiaPrivacyEs } from './california-privacy-es.ts'

export const privacyPolicyEs: LegalDocument = {
  name: 'privacy-policy',
  language: 'es',
  title: 'Política de privacidad',
  updated: 'Última actualización: septiembre de 2020',
  introduction: [
    '{product} ayuda a las organizaciones comunitarias a orientar a las personas hacia la ayuda que necesitan y a saber cómo terminó cada caso. Ese trabajo depende de la confianza. Esta política explica qué datos trata {product}, para qué, quién los ve, cuánto tiempo se conservan y qué puede pedirnos usted.',
    'Se aplica al portal {site} y a los correos electrónicos, mensajes de texto y llamadas que el portal envía. “Nosotros” y “nuestro” se refieren a la organización que opera {product}. “Usted” es toda persona que visita el portal, que tiene una cuenta o cuyos datos registra en él una organización.',
    'Lea esta política antes de usar {product}. Si no está de acuerdo con ella, no use el portal. Puede enviarnos sus preguntas a {email}.',
  ],
  sections: [
    {
      id: 'data-collected',
      heading: 'Datos que recopilamos',
      blocks: [
        'Recopilamos solo lo que el portal necesita para cumplir su función. Los datos nos llegan de tres maneras.',
      ],
      sections: [
        {
          id: 'data-you-give',
          heading: 'Datos que usted nos da',
          blocks: [
            {
              list: [
                {
                  term: 'Datos de la cuenta',
                  text: 'Su nombre y apellido, cargo, correo electrónico, número de teléfono, contraseña, pregunta de seguridad y su respuesta, idioma preferido, y lo que elija para las notificaciones y para iniciar sesión con un segundo factor. Las contraseñas y las respuestas de seguridad se guardan solo en una forma cifrada que no puede revertirse.',
                },
                {
                  term: 'Datos de la organización',
                  text: 'El nombre, la descripción, el sitio web, los lugares, los servicios, los horarios, los idiomas y los requisitos de la organización que usted representa, y la función que desempeña en ella.',
                },
                {
                  term: 'Mensajes y solicitudes de soporte',
                  text: 'Lo que escribe en derivaciones, notas, mensajes y solicitudes de soporte, y los archivos y capturas de pantalla que adjunta.',
                },
                { term: 'Su aceptación', text: 'Que aceptó nuestros términos, y cuándo.' },
              ],
            },
          ],
        },
        {
          id: 'data-from-organizations',
          heading: 'Datos que las organizaciones nos dan sobre las personas que atienden',
          blocks: [
            'Cuando una organización le ayuda, su personal puede registrar su nombre, fecha de nacimiento, datos de contacto, dirección, idiomas, necesidades, hogar y las derivaciones hechas para usted, junto con su consentimiento: qué aceptó compartir, con quién y hasta cuándo. La organización debe contar antes con su permiso o con otro motivo legítimo. También puede dar estos datos usted mismo por medio de una invitación o de un formulario de ingreso.',
          ],
        },
        {
          id: 'data-collected-automatically',
          heading: 'Datos que se recopilan automáticamente',
          blocks: [
            {
              list: [
                {
                  term: 'Datos técnicos',
                  text: 'Su dirección de red (IP), el tipo de navegador y de dispositivo, las páginas y los registros que abrió y la hora en que lo hizo. Los usamos para mantener seguro el portal, encontrar fallas y dejar constancia de quién vio y modificó datos personales.',
                },
                {
                  term: 'Cookies y almacenamiento del navegador',
                  text: 'Una cookie que mantiene abierta su sesión y pequeñas anotaciones en su navegador que recuerdan ajustes como el idioma y la apariencia. El portal no funciona sin la cookie de sesión. No usamos cookies publicitarias.',
                },
                {
                  term: 'Informes de errores',
                  text: 'Cuando algo falla, puede enviarse un informe del error a un servicio de supervisión que trabaja para nosotros.',
                },
                {
                  term: 'Comprobación contra robots',
                  text: 'Los formularios abiertos al público pueden usar una prueba que distingue a las personas de los programas. Si la prueba es de otra empresa, se le aplica la política de privacidad de esa empresa.',
                },
              ],
            },
            'Algunos navegadores pueden enviar una señal de “No rastrear”. No seguimos su actividad en otros sitios web, de modo que el portal funciona igual con la señal o sin ella.',
          ],
        },
      ],
    },
    {
      id: 'special-category-data',
      heading: 'Categorías especiales de datos',
      blocks: [
        'Cierta información merece un cuidado mayor. Comprende los datos sobre salud o discapacidad, salud mental y consumo de sustancias, raza u origen étnico, religión, orientación sexual o identidad de género, situación migratoria, antecedentes penales, violencia doméstica, y los datos biométricos o genéticos. La propia necesidad puede ser delicada: una derivación a un refugio o a una clínica revela algo de la persona derivada.',
        {
          list: [
            'No pedimos a los titulares de cuentas datos de categorías especiales sobre ellos mismos. No los incluya en su perfil, en una solicitud de soporte ni en una captura de pantalla.',
            'Una organización puede registrar estos datos sobre una persona a la que atiende solo cuando la ayuda lo requiere, cuando la persona está de acuerdo o la ley lo permite, y cuando se cumplen las normas que obligan a la organización, como las normas federales sobre historiales médicos y sobre historiales de tratamiento por consumo de sustancias.',
            'Se muestran solo a las organizaciones y al personal comprendidos en el consentimiento de la persona y en la derivación. Un consentimiento puede limitarse a un tipo de ayuda y a una fecha, y puede retirarse.',
            'Nunca usamos los datos de categorías especiales para publicidad y nunca los vendemos.',
          ],
        },
        'Si descubre que se registraron datos suyos de este tipo sin su acuerdo, avise a la organización que le atiende o escriba a {email}.',
      ],
    },
    {
      id: 'use-and-disclosure',
      heading: 'Uso y divulgación de los datos',
      blocks: [],
      sections: [
        {
          id: 'use',
          heading: 'Cómo usamos los datos',
          blocks: [
            {
              list: [
                'Para operar el portal: cuentas, ingreso de personas, derivaciones, directorio de recursos, mensajes, notificaciones y mesa de ayuda.',
                'Para revisar y verificar organizaciones y cuentas.',
                'Para mantener seguro el portal: comprobar quién inicia sesión, impedir el uso indebido y dejar constancia de los accesos y los cambios.',
                'Para responder a sus preguntas y reparar lo que no funciona.',
                'Para entender cómo se usa el portal y dónde falta ayuda, con cifras que no identifican a nadie.',
                'Para cumplir la ley y proteger los derechos y la seguridad de las personas.',
              ],
            },
            'No tomamos únicamente por medios automatizados decisiones que tengan para usted efectos jurídicos o de gravedad similar.',
          ],
        },
        {
          id: 'disclosure',
          heading: 'A quién divulgamos los datos',
          blocks: [
            {
              list: [
                {
                  term: 'Las organizaciones de una derivación',
                  text: 'La organización que envía y la que recibe ven lo que el consentimiento abarca. Si una derivación se retira, la organización que la recibió deja de ver los datos personales que contiene.',
                },
                {
                  term: 'Su propia organización',
                  text: 'Los administradores de su organización pueden ver sus datos de contacto laborales y lo que usted hace en el portal en nombre de ella.',
                },
                {
                  term: 'El directorio público',
                  text: 'Los nombres, los servicios y los datos de contacto de las organizaciones están para ser encontrados y se publican. Los datos de las personas atendidas nunca se publican.',
                },
                {
                  term: 'Empresas que trabajan para nosotros',
                  text: 'Alojamiento, almacenamiento, envío de correo, mensajes de texto y voz, y supervisión de errores. Pueden usar los datos solo para hacer ese trabajo y deben mantenerlos en confidencialidad.',
                },
                {
                  term: 'La ley y la seguridad',
                  text: 'Tribunales, autoridades u otros, cuando una ley o una orden válida lo exige, o cuando es necesario para impedir un daño grave.',
                },
                {
                  term: 'Un sucesor',
                  text: 'Otra organización que se haga cargo del portal y que deberá cumplir las promesas de esta política.',
                },
                { term: 'Otros', text: 'Cualquier otra persona solo si usted lo pide o está de acuerdo.' },
              ],
            },
            'No vendemos ni alquilamos datos personales, ni los compartimos para la publicidad de nadie. Las cifras que no identifican a nadie pueden compartirse con socios, con financiadores y con el público.',
          ],
        },
      ],
    },
    {
      id: 'email-communications',
      heading: 'Comunicaciones por correo electrónico',
      blocks: [
        'Enviamos los correos que forman parte del servicio: para verificar su dirección, restablecer su contraseña, avisarle de cambios en su cuenta e informarle de las derivaciones y solicitudes de soporte que le conciernen. Si usted da su número y así lo elige, algunos llegan como mensajes de texto o llamadas; su operador puede cobrar por ellos.',
        {
          list: [
            'Usted elige qué avisos de derivaciones desea, por correo y por mensaje de texto, en las preferencias de notificación de su cuenta. En cada solicitud de soporte elige si quiere recibir novedades.',
            'Los avisos de seguridad y los relativos a la propia cuenta no pueden desactivarse mientras tenga una cuenta.',
            'Si alguna vez le escribimos sobre novedades de {product}, el correo dirá quién lo envía e incluirá un enlace para dejar de recibir esos correos. Cumpliremos su pedido en un plazo de diez días hábiles.',
            'Siempre que podemos dejamos fuera de los avisos los datos personales de las personas atendidas; usted los ve después de iniciar sesión. Otros pueden leer los correos y los mensajes de texto en su camino, así que no responda a ellos con información delicada.',
          ],
        },
      ],
    },
    {
      id: 'protection',
      heading: 'Protección de los datos',
      blocks: [
        'Aplicamos medidas administrativas, técnicas y físicas acordes con lo delicado de los datos:',
        {
          list: [
            'las conexiones con el portal están cifradas;',
            'las contraseñas, las respuestas de seguridad y los códigos de recuperación se guardan solo como resúmenes irreversibles;',
            'las cuentas pueden protegerse con un segundo factor, y algunas deben hacerlo;',
            'las sesiones terminan cuando no se usan, y los intentos de adivinar una contraseña se frenan;',
            'cada trabajador ve solo lo que permiten su función y el consentimiento de la persona, y queda constancia del acceso a los datos personales;',
            'antes de guardar una imagen se elimina su información oculta, como el lugar donde se tomó.',
          ],
        },
        'Usted contribuye si no revela su contraseña, no comparte su cuenta y cierra la sesión en los dispositivos que usan otras personas. Si cree que alguien usó su cuenta, escriba de inmediato a {email}.',
        'Ningún sistema es totalmente seguro y no podemos prometer una seguridad absoluta. Si una violación de la seguridad pone en riesgo sus datos personales, se lo comunicaremos a usted y a las autoridades según lo exige la ley.',
      ],
    },
    {
      id: 'retention-and-modification',
      heading: 'Conservación y modificación de los datos',
      blocks: [
        'Conservamos los datos personales mientras su cuenta esté activa o mientras se necesiten para la ayuda para la que se dieron, y después durante el tiempo que exijan la ley, los acuerdos con las organizaciones, la solución de controversias o la seguridad del portal. Cuando una organización borra un registro, o cuando termina su plazo, este se modifica de modo que ya no identifique a nadie. Los registros de acceso y de cambios se conservan para que siga siendo posible saber quién vio qué.',
        {
          list: [
            {
              term: 'Ver y corregir',
              text: 'Puede ver y cambiar en su cuenta sus datos de contacto y sus preferencias. Lo que no pueda cambiar usted, puede cambiarlo el administrador de su organización, o nosotros si escribe a {email}.',
            },
            {
              term: 'Personas atendidas',
              text: 'Para ver, corregir o eliminar lo que una organización registró sobre usted, pídalo primero a esa organización, que es responsable de sus registros. La organización puede darle una copia de todo, mostrarle quién lo vio y borrarlo. Entonces se eliminan su nombre, sus datos de contacto, las notas y lo que las remisiones y los mensajes dicen sobre usted, también en las organizaciones que recibieron una remisión; se conservan los recuentos y el registro de accesos. Los registros sin actividad durante mucho tiempo se proponen a la organización para que los borre. Si tiene una cuenta propia, allí encontrará la copia y la lista de quién vio su registro. Puede retirar un consentimiento en cualquier momento. Eso impide que se siga compartiendo, pero no puede deshacer lo que ya se vio.',
            },
            {
              term: 'Cerrar una cuenta',
              text: 'Puede pedirnos que cerremos su cuenta. Las derivaciones y solicitudes en las que participó permanecen con las organizaciones que las necesitan como constancia de su trabajo.',
            },
            {
              term: 'Copias de seguridad',
              text: 'Los datos eliminados pueden permanecer en las copias de seguridad hasta que estas se reemplacen en su turno habitual. Si hay que restaurar una copia, los borrados se vuelven a realizar.',
            },
          ],
        },
      ],
    },
    {
      id: 'third-party-links',
      heading: 'Enlaces a sitios de terceros',
      blocks: [
        'El portal contiene enlaces a sitios web de organizaciones del directorio, de socios y de otros. No operamos esos sitios, no controlamos lo que recopilan y esta política no se les aplica. Un enlace no es una recomendación. Lea la política de privacidad de cualquier sitio web antes de darle datos personales.',
      ],
    },
    {
      id: 'users-outside-us',
      heading: 'Usuarios fuera de los Estados Unidos',
      blocks: [
        '{product} está alojado en los Estados Unidos y se dirige a personas y organizaciones de ese país. Si usa el portal desde otro país, sus datos se transfieren a los Estados Unidos, donde se almacenan y se tratan, y donde la ley de protección de datos puede proteger menos que la de su lugar de residencia. Al usar el portal, usted acepta esa transferencia. Si no está de acuerdo, no use el portal.',
      ],
    },
    {
      id: 'children',
      heading: 'Sin usuarios menores de 13 años',
      blocks: [
        'Ninguna persona menor de 13 años puede usar {product} ni tener una cuenta, y no recopilamos a sabiendas datos personales de menores de 13 años. De hecho, el titular de una cuenta debe tener al menos 18 años, como dicen nuestros términos. Un padre, una madre, un tutor o una organización autorizada a actuar por un menor puede dar datos sobre él cuando un servicio para la familia los necesite.',
        'Si cree que un menor de 13 años nos ha dado datos personales, escriba a {email} y los eliminaremos.',
      ],
    },
    californiaPrivacyEs,
    {
      id: 'changes',
      heading: 'Cambios en esta política',
      blocks: [
        'Podemos cambiar esta política. La fecha del comienzo indica su último cambio, y la versión de esta página es la que se aplica. Si un cambio es importante para el uso de datos que ya tenemos, lo diremos en el portal o por correo electrónico antes de que entre en vigor.',
      ],
    },
  ],
}
