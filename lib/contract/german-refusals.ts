/**
 * The sentences with which the service refuses, in German. A name in braces stands for what the sentence says of the
 * case; it may be left out.
 */
export const germanRefusals: Record<string, string> = {
  "This is required.": "Das wird gebraucht.",
  "This must be {what}.": "Das passt hier nicht.",
  "This must be one of: {choices}.": "Das muss eines davon sein: {choices}.",
  "This must have at least {count} characters.": "Das braucht mindestens {count} Zeichen.",
  "This must have at most {count} characters.": "Das darf höchstens {count} Zeichen haben.",
  "This must have at least {count} entries.": "Das braucht mindestens {count} Einträge.",
  "This must have at most {count} entries.": "Das darf höchstens {count} Einträge haben.",
  "This must be at least {count}.": "Das muss mindestens {count} sein.",
  "This must be at most {count}.": "Das darf höchstens {count} sein.",
  "This may take {size} KiB at most.": "Das darf höchstens {size} KiB groß sein.",
  "All rules of a link may take {size} KiB together, at most.":
    "Alle Regeln eines Links dürfen zusammen höchstens {size} KiB groß sein.",
  "An account can have {count} {what}s. You have reached that limit.":
    "Mehr als {count} davon kann ein Konto nicht haben. Das hast du erreicht.",
  "The service failed at this import.": "Der Dienst ist an diesem Import gescheitert.",
  "This form takes no more answers.": "Dieses Formular nimmt keine Antworten mehr an.",
  "This must be a whole number.": "Das muss eine ganze Zahl sein.",
  "This must be a valid e-mail address.": "Das muss eine gültige E-Mail-Adresse sein.",
  "This must be a colour like #5C7CFA.": "Das muss eine Farbe wie #5C7CFA sein.",
  "This must be a date and time like 2027-01-31 18:00:00.": "Das muss Datum und Uhrzeit sein wie 2027-01-31 18:00:00.",
  "This text has a character in it that cannot be stored.":
    "Der Text enthält ein Zeichen, das sich nicht speichern lässt.",
  "The body is nested more than {depth} levels deep.": "Das ist mehr als {depth} Ebenen tief verschachtelt.",
  "The body has more than {count} values.": "Das sind mehr als {count} Werte auf einmal.",
  "The body has a name of more than {length} characters.": "Darin hat etwas einen Namen von mehr als {length} Zeichen.",
  "This {what} does not exist.": "Das gibt es nicht oder nicht mehr.",
  "This is not one of your {what}s.": "Das gibt es nicht, oder es gehört dir nicht.",
  "You have done very much within a minute. Please wait for a minute.":
    "Du hast innerhalb einer Minute sehr viel getan. Bitte warte eine Minute.",
  "Only an administrator may do this.": "Das dürfen nur Administratoren.",
  "Something that this refers to has been deleted meanwhile. Please try again.":
    "Etwas, worauf sich das bezieht, wurde inzwischen gelöscht. Versuch es bitte noch einmal.",
  "Something that this refers to was changed at the same moment. Please try again.":
    "Etwas, worauf sich das bezieht, wurde im selben Moment geändert. Versuch es bitte noch einmal.",

  "Send an e-mail address, a password or both.": "Gib eine E-Mail-Adresse, ein Passwort oder beides an.",
  "Enter your current password.": "Gib dein jetziges Passwort ein.",
  "That is not your current password.": "Das ist nicht dein jetziges Passwort.",
  "That password is too long.": "Das Passwort ist zu lang.",
  "That password is too well known. Please choose another one.":
    "Das Passwort ist zu bekannt. Bitte wähle ein anderes.",
  "Enter a password.": "Gib ein Passwort ein.",
  "Enter your password.": "Gib dein Passwort ein.",
  "Enter a username.": "Gib einen Benutzernamen ein.",
  "That username is reserved. Please choose another one.":
    "Dieser Benutzername ist reserviert. Bitte wähle einen anderen.",
  "That username is taken. Please choose another one.": "Dieser Benutzername ist vergeben. Bitte wähle einen anderen.",
  "Use only letters, digits, - and _.": "Nur Buchstaben, Ziffern, - und _ sind erlaubt.",
  "Use at least 3 characters.": "Mindestens 3 Zeichen.",
  "Use at least 5 characters.": "Mindestens 5 Zeichen.",
  "Use at least 8 characters.": "Mindestens 8 Zeichen.",
  "A link can bring at most 1,000,000,000,000 clicks.": "Ein Link kann höchstens 1.000.000.000.000 Klicks mitbringen.",
  "Use at most 32 characters.": "Höchstens 32 Zeichen.",
  "Use at most 256 characters.": "Höchstens 256 Zeichen.",
  "Enter an e-mail address.": "Gib eine E-Mail-Adresse ein.",
  "Enter your e-mail address.": "Gib deine E-Mail-Adresse ein.",
  "Enter a valid e-mail address, like name@example.com.": "Gib eine gültige E-Mail-Adresse ein, etwa name@example.com.",
  "That e-mail address is too long.": "Diese E-Mail-Adresse ist zu lang.",
  "That is your address already.": "Das ist deine Adresse schon.",
  "There is already an account with that e-mail address.": "Mit dieser E-Mail-Adresse gibt es schon ein Konto.",
  "That e-mail address and password do not fit together.": "E-Mail-Adresse und Passwort passen nicht zusammen.",
  "Please confirm that it is you.": "Bestätige bitte, dass du es bist.",
  "Only the account's owner may do this, and you are signed in as them.":
    "Das darf nur, wem das Konto gehört, und du bist als diese Person angemeldet.",
  "Your account has no password yet. Please set one first.":
    "Dein Konto hat noch kein Passwort. Setze bitte zuerst eines.",
  "Please confirm your e-mail address first.": "Bitte bestätige zuerst deine E-Mail-Adresse.",
  "Enter a code.": "Gib einen Code ein.",
  "That code is too long.": "Der Code ist zu lang.",
  "That code is wrong, has expired or was used already.": "Der Code ist falsch, abgelaufen oder wurde schon benutzt.",
  "Two-factor log-in is on already.": "Die Zwei-Faktor-Anmeldung ist schon an.",
  "Please begin anew: there is nothing to confirm.": "Bitte beginne neu: Es gibt nichts zu bestätigen.",
  "You have waited too long. Please log in again.": "Das hat zu lange gedauert. Bitte melde dich noch einmal an.",
  "This is the only way into your account. Please set a password first.":
    "Das ist der einzige Weg in dein Konto. Setze bitte zuerst ein Passwort.",
  "Too many {what}. Try again in {minutes} {unit}.": "Zu viele Versuche. Versuch es in {minutes} min wieder.",
  "This link has expired or was used already. Please ask for a new one.":
    "Dieser Link ist abgelaufen oder wurde schon benutzt. Bitte fordere einen neuen an.",
  "This link was used meanwhile, or its hour is over.":
    "Dieser Link wurde inzwischen benutzt, oder seine Stunde ist vorbei.",
  "No new accounts are made here.": "Hier werden keine neuen Konten angelegt.",
  "Too much is going on at the moment. Please try again in a few seconds.":
    "Gerade ist zu viel los. Versuch es bitte in ein paar Sekunden wieder.",
  "Too many attempts. Please try again in a few minutes.":
    "Zu viele Versuche. Versuch es bitte in ein paar Minuten wieder.",
  "The e-mail could not be sent. Please try again later.":
    "Die E-Mail ließ sich nicht senden. Versuch es bitte später noch einmal.",

  "This must be a complete URL, such as https://example.com/page.":
    "Das muss eine vollständige URL sein, etwa https://example.com/seite.",
  "Only http and https addresses are allowed.": "Nur Adressen mit http und https sind erlaubt.",
  "The address must not contain a user name or password.":
    "Die Adresse darf weder Benutzernamen noch Passwort enthalten.",
  "This address is itself a short link of this service.": "Diese Adresse ist selbst ein Kurzlink dieses Dienstes.",
  "This address is itself one of this service's links.": "Diese Adresse ist selbst ein Link dieses Dienstes.",
  "This address is itself a QR code of this service.": "Diese Adresse ist selbst ein QR-Code dieses Dienstes.",
  "This address is on this service's blocklist.": "Diese Adresse steht auf der Sperrliste dieses Dienstes.",
  "An alias holds letters, digits, - and _ alone.": "Ein Alias besteht nur aus Buchstaben, Ziffern, - und _.",
  "This word is reserved. Please choose another alias.": "Dieses Wort ist reserviert. Bitte wähle einen anderen Alias.",
  "That alias is taken. Please choose another one.": "Dieser Alias ist vergeben. Bitte wähle einen anderen.",
  "This word is reserved. Please choose another slug.": "Dieses Wort ist reserviert. Bitte wähle eine andere Adresse.",
  "That slug is taken. Please choose another one.": "Diese Adresse ist vergeben. Bitte wähle eine andere.",
  "No answer may stand there twice.": "Keine Antwort darf zweimal dastehen.",
  "This domain is suspended, since it no longer leads here.":
    "Diese Domain ist stillgelegt, weil sie nicht mehr hierher führt.",
  "This domain has not passed its DNS check yet.": "Diese Domain hat ihre DNS-Prüfung noch nicht bestanden.",
  "This must be 301, 302, 307 or 308.": "Das muss 301, 302, 307 oder 308 sein.",
  "This is not a country's ISO code or English name.": "Wähle ein Land.",
  "This is not a language's ISO code or English name.": "Wähle eine Sprache.",
  "This must be a time like 09:30.": "Das muss eine Uhrzeit wie 09:30 sein.",
  "This must differ from the start.": "Das muss sich vom Beginn unterscheiden.",
  "This must be later than the start.": "Das muss nach dem Beginn liegen.",
  "This must be the name of a time zone, such as Europe/Paris.":
    "Das muss der Name einer Zeitzone sein, etwa Europe/Berlin.",
  "This must be an IP address.": "Das muss eine IP-Adresse sein.",
  "A rule needs a condition.": "Eine Regel braucht eine Bedingung.",
  "A rule needs a destination, or a split.": "Eine Regel braucht ein Ziel oder eine Aufteilung.",
  "A rule has to or split, not both.": "Eine Regel hat ein Ziel oder eine Aufteilung, nicht beides.",
  "Choose at least one.": "Wähle mindestens eines.",
  "A split needs at least 2 destinations.": "Eine Aufteilung braucht mindestens 2 Ziele.",

  "{feature} not part of the {plan} plan.": "Das gehört nicht zum Tarif {plan}.",
  "Your plan, {plan}, stores up to {size} MB. Delete something you no longer need, then try again.":
    "Dein Tarif {plan} speichert bis zu {size} MB. Lösche etwas, das du nicht mehr brauchst, und versuche es noch einmal.",
  "Your plan, {plan}, allows {limit}. You have reached that limit.":
    "Dein Tarif {plan} erlaubt nicht mehr: {limit}. Diese Grenze hast du erreicht.",

  "This must be a domain, such as https://go.example.com.": "Das muss eine Domain sein, etwa https://go.example.com.",
  "This must be the name of a domain, such as go.example.com.":
    "Das muss der Name einer Domain sein, etwa go.example.com.",
  "A domain starts with http:// or https://.": "Eine Domain beginnt mit http:// oder https://.",
  "A domain has no port, no path and nothing else after or before its name.":
    "Eine Domain hat keinen Port, keinen Pfad und auch sonst nichts vor oder hinter ihrem Namen.",
  "This is the service's own address.": "Das ist die eigene Adresse dieses Dienstes.",
  "{name} belongs to this service: only an administrator can add names of it.":
    "{name} gehört zu diesem Dienst: Nur Administratoren können Namen davon hinzufügen.",
  "Another account has, had or wants {host}. To show that it is yours, give {name} a TXT record with the value {value}, and try again.":
    "Ein anderes Konto hat oder hatte {host} oder möchte sie haben. Um zu zeigen, dass sie dir gehört, gib {name} einen TXT-Eintrag mit dem Wert {value} und versuch es noch einmal.",
  "You have removed 100 domains in the last 30 days. Please add another one later.":
    "Du hast in den letzten 30 Tagen 100 Domains entfernt. Füge bitte später wieder eine hinzu.",
  "There are {count} views already. Please delete one first.":
    "Es gibt schon {count} Ansichten. Lösche bitte zuerst eine.",
  "That domain is taken.": "Diese Domain ist vergeben.",
  "This domain still has {links}.": "Auf dieser Domain sind noch Links. Lösche sie zuerst.",
  "{host} leads to {found}. It must be a CNAME to {own}, or have the {addresses}.":
    "{host} führt zu {found}. Nötig ist ein CNAME auf {own}, oder es sind dieselben Adressen.",
  "{host} leads to {found}. It must be a CNAME to {own}.": "{host} führt zu {found}. Nötig ist ein CNAME auf {own}.",
  "{host} leads to {found}. It must have the address {address}.":
    "{host} führt zu {found}. Nötig ist die Adresse {address}.",
  "{host} has no address in the DNS. It must be a CNAME to {own}, or have the {addresses}.":
    "{host} hat im DNS keine Adresse. Nötig ist ein CNAME auf {own}, oder es sind dieselben Adressen.",
  "{host} has no address in the DNS. It must be a CNAME to {own}.":
    "{host} hat im DNS keine Adresse. Nötig ist ein CNAME auf {own}.",
  "{host} has no address in the DNS. It must have the address {address}.":
    "{host} hat im DNS keine Adresse. Nötig ist die Adresse {address}.",
  "The DNS could not say where {host} leads ({code}).": "Das DNS konnte nicht sagen, wohin {host} führt ({code}).",
  "The DNS did not say in time where {host} leads. Please try again.":
    "Das DNS hat nicht rechtzeitig gesagt, wohin {host} führt. Versuch es bitte noch einmal.",

  "This must be a phone number.": "Das muss eine Telefonnummer sein.",
  "This must be a phone number like +15005550006.": "Das muss eine Telefonnummer sein wie +15005550006.",
  "This must be a video on YouTube or Vimeo.": "Das muss ein Video auf YouTube oder Vimeo sein.",
  "A tag holds letters, digits and _ . / : - alone.": "Ein Tag besteht nur aus Buchstaben, Ziffern und _ . / : -.",
  "A phone number holds digits, blanks and + ( ) . / - alone.":
    "Eine Telefonnummer besteht nur aus Ziffern, Leerzeichen und + ( ) . / -.",
  "A phone number has at least 3 digits.": "Eine Telefonnummer hat mindestens 3 Ziffern.",
  "A network's name has at most 32 bytes.": "Der Name eines Netzes hat höchstens 32 Bytes.",
  "A network with this encryption has a password.": "Ein Netz mit dieser Verschlüsselung hat ein Passwort.",
  "A contact has a first name, a last name or an organisation.":
    "Ein Kontakt hat einen Vornamen, einen Nachnamen oder eine Organisation.",
  "With this logo the code cannot be read. Please choose one that is plainer.":
    "Mit diesem Logo ist der Code nicht lesbar. Bitte wähle ein schlichteres.",
  "The code must be darker than its background, or many cameras cannot read it.":
    "Der Code muss dunkler sein als sein Hintergrund, sonst können viele Kameras ihn nicht lesen.",
  "These colours are too much alike for the code to be read. Please choose a darker foreground or a lighter background.":
    "Diese Farben sind sich zu ähnlich, um den Code zu lesen. Bitte wähle einen dunkleren Vorder- oder helleren Hintergrund.",
  "This QR code is of the type {type}, and stays so. Please make a new one.":
    "Dieser QR-Code ist vom Typ {type} und bleibt es. Bitte lege einen neuen an.",
  "This is not one of your uploads.": "Diese Datei gibt es nicht, oder sie gehört dir nicht.",
  "You have uploaded {count} pictures within a day. Please try again tomorrow.":
    "Du hast innerhalb eines Tages {count} Bilder hochgeladen. Versuch es bitte morgen wieder.",
  "The image is larger than 1 MiB.": "Das Bild ist größer als 1 MiB.",
  "Too many pictures are being drawn at the moment. Please try again in a few seconds.":
    "Im Moment werden zu viele Bilder gezeichnet. Versuch es bitte in ein paar Sekunden noch einmal.",
  "This picture could not be drawn. Please try again, or choose a plainer one.":
    "Dieses Bild ließ sich nicht zeichnen. Versuch es bitte noch einmal oder nimm ein schlichteres.",
  "The image must be a png or jpg.": "Das Bild muss ein PNG oder JPG sein.",
  "The image is damaged or has too many pixels.": "Das Bild ist beschädigt oder hat zu viele Pixel.",
  "This is too much for a QR code. Please shorten it.": "Das ist zu viel für einen QR-Code. Bitte kürze es.",
  "This is too much for a QR code with a logo. Please shorten it.":
    "Das ist zu viel für einen QR-Code mit Logo. Bitte kürze es.",
  "A colour looks like rgb(30,60,90).": "Eine Farbe sieht aus wie #1e3c5a oder rgb(30,60,90).",
  "A colour's parts go up to 255.": "Die Teile einer Farbe gehen bis 255.",
  "This must be an http or https address, or the path of a file that you uploaded here.":
    "Das muss eine Adresse mit http oder https sein oder der Pfad einer Datei, die du hier hochgeladen hast.",
  "This is not a complete address.": "Das ist keine vollständige Adresse.",
  "Only http and https addresses are fetched.": "Nur Adressen mit http und https werden abgerufen.",
  "There is no such host.": "Einen solchen Host gibt es nicht.",
  "The address is not a public one on port 80 or 443.": "Die Adresse ist keine öffentliche auf Port 80 oder 443.",
  "The address redirects too often.": "Die Adresse leitet zu oft weiter.",
  "What is at the address is larger than 2 MiB.": "Was unter der Adresse liegt, ist größer als 2 MiB.",
  "The address could not be fetched.": "Die Adresse ließ sich nicht abrufen.",
  "The address took longer than 5 seconds to answer.": "Die Adresse hat länger als 5 Sekunden gebraucht.",
  "The address answered with status {status}.": "Die Adresse hat mit Status {status} geantwortet.",

  "Please link an SMS provider account in Settings first.":
    "Verknüpfe bitte zuerst in den Einstellungen ein SMS-Konto.",
  "An account SID is AC and 32 digits or letters a to f.":
    "Eine Account-SID besteht aus AC und 32 Ziffern oder Buchstaben von a bis f.",
  "This is not a number of your SMS account.": "Das ist keine Nummer deines SMS-Kontos.",
  "The message could not be sent. {reason}": "Die Nachricht ließ sich nicht senden. {reason}",
  "None of the {count} messages could be sent. {reason}": "Keine der {count} Nachrichten ließ sich senden. {reason}",
  "A link in it cannot be shortened. {reason}": "Ein Link darin lässt sich nicht kürzen. {reason}",
  "With its links shortened, this must have at most {count} characters.":
    "Mit gekürzten Links darf das höchstens {count} Zeichen haben.",
  "The number {number} is not a valid phone number.": "Die Nummer {number} ist keine gültige Telefonnummer.",
  "Your SMS provider does not accept your account. Please check it in Settings.":
    "Der SMS-Anbieter lehnt dein Konto ab. Bitte prüfe es in den Einstellungen.",
  "Your SMS provider takes no more requests just now. Please try again in a minute.":
    "Der SMS-Anbieter nimmt gerade keine weiteren Anfragen an. Versuch es bitte in einer Minute noch einmal.",
  "Your SMS provider did not answer in time. Please try again later.":
    "Der SMS-Anbieter hat nicht rechtzeitig geantwortet. Versuch es bitte später noch einmal.",
  "Your SMS provider could not deliver it (error {code}).":
    "Der SMS-Anbieter konnte sie nicht zustellen (Fehler {code}).",
  "Your SMS provider refused it.": "Der SMS-Anbieter hat es abgelehnt.",
  "Something went wrong.": "Etwas ist schiefgegangen.",
  "Your SMS provider cannot be reached just now. Please try again later.":
    "Der SMS-Anbieter ist gerade nicht erreichbar. Versuch es bitte später noch einmal.",

  "Please choose a reason.": "Bitte wähle einen Grund.",
  "Please use 1,000 characters at most.": "Höchstens 1.000 Zeichen, bitte.",
  "Please use 500 characters at most.": "Höchstens 500 Zeichen, bitte.",
  "Please say why: its visitors and its owner are told.": "Bitte sag, warum: Besucher und Besitzer erfahren es.",
  "The address that it leads to is on this service's blocklist.":
    "Die Adresse, zu der er führt, steht auf der Sperrliste dieses Dienstes.",
  "You are signed in as this user.": "Du bist schon als dieser Benutzer angemeldet.",
  "There is already a plan with this name.": "Einen Tarif mit diesem Namen gibt es schon.",
  "{users} on this plan. Move them to another first.":
    "Mit diesem Tarif sind noch Benutzer unterwegs. Gib ihnen zuerst einen anderen.",
  "New accounts begin on a free plan, and this is the only one.":
    "Neue Konten beginnen mit einem kostenlosen Tarif, und das ist der einzige.",
  "This must be a price, such as 9.50.": "Das muss ein Preis sein, etwa 9.50.",
  "You are not an administrator any more.": "Du bist kein Administrator mehr.",
  "You are the last administrator, who cannot be deleted.":
    "Du bist der letzte Administrator, und der lässt sich nicht löschen.",
  "You are the last administrator. Make somebody else one first.":
    "Du bist der letzte Administrator. Ernenne zuerst jemand anderen.",
  "An administrator cannot step down alone. Another administrator can do it.":
    "Administratoren können sich nicht selbst absetzen. Ein anderer kann es.",
  "An administrator cannot delete themselves. Another administrator can.":
    "Administratoren können sich nicht selbst löschen. Ein anderer kann es.",

  "No destination was found in this line.": "In dieser Zeile steht kein Ziel.",
  "It leads to a short link of this service.": "Das Ziel ist selbst ein kurzer Link dieses Dienstes.",
  "This word is reserved.": "Dieses Wort ist reserviert.",
  "The file has this alias further up.": "Dieser Alias steht schon weiter oben in der Datei.",
  "This alias is taken.": "Dieser Alias ist vergeben.",
  "This line cannot be read.": "Diese Zeile ist nicht lesbar.",
  "It had a password, which the file does not hold: private until you set one.":
    "Der Link hatte ein Passwort, das nicht in der Datei steht: privat, bis du eines setzt.",
  "It showed the overlay “{name}”, which you do not have: it goes straight to its destination.":
    "Der Link zeigte das Overlay „{name}“, das du nicht hast: Er führt direkt zum Ziel.",
  "It showed the splash page “{name}”, which you do not have: it goes straight to its destination.":
    "Der Link zeigte die Splash-Seite „{name}“, die du nicht hast: Er führt direkt zum Ziel.",
  "This file names more than {count} campaigns, channels and pixels that you do not have. Please split it.":
    "Diese Datei nennt mehr als {count} Kampagnen, Kanäle und Pixel, die du nicht hast. Bitte teile sie auf.",
  "It was banned where it comes from.": "Der Link war dort gesperrt, wo er herkommt.",
  "Please choose a file.": "Bitte wähle eine Datei.",
  "The file did not arrive whole. Please send it again.":
    "Die Datei kam nicht vollständig an. Bitte schick sie noch einmal.",
  "This file is larger than {size} MiB. Please split it.":
    "Diese Datei ist größer als {size} MiB. Bitte teile sie auf.",
  "This file has more than {count} links. Please split it.":
    "Diese Datei hat mehr als {count} Links. Bitte teile sie auf.",
  "This is not a text file. Please export your links as CSV or JSON.":
    "Das ist keine Textdatei. Bitte exportiere deine Links als CSV oder JSON.",
  "The first line must name the columns.": "Die erste Zeile muss die Spalten benennen.",
  "This file cannot be read as CSV: {reason}": "Diese Datei lässt sich nicht als CSV lesen: {reason}",
  "This file is empty.": "Diese Datei ist leer.",
  "This file is neither valid JSON nor JSON Lines.": "Diese Datei ist weder gültiges JSON noch JSON Lines.",
  "One entry of this file is larger than {size} KiB. Perhaps a quotation mark is missing.":
    "Ein Eintrag dieser Datei ist größer als {size} KiB. Vielleicht fehlt ein Anführungszeichen.",
  "One entry of this file has more than {count} fields.": "Ein Eintrag dieser Datei hat mehr als {count} Felder.",
  "Lists and objects in this file are nested more than {count} deep.":
    "Listen und Objekte sind in dieser Datei mehr als {count}-fach verschachtelt.",
  "This file has bytes in it that are not UTF-8. Please save it as UTF-8.":
    "In dieser Datei stehen Bytes, die kein UTF-8 sind. Bitte speichere sie als UTF-8.",
  "There is more in this file than one import may hold. Please split it.":
    "In dieser Datei steht mehr, als ein Import fassen darf. Bitte teile sie auf.",
  "Reading this file takes more memory or time than there is. Please split it.":
    "Diese Datei zu lesen braucht mehr Speicher oder Zeit, als da ist. Bitte teile sie auf.",
  "Another import of yours is being read or is running. Wait until it is done, or delete it.":
    "Ein anderer Import von dir wird gerade gelesen oder läuft. Warte, bis er fertig ist, oder lösche ihn.",
  "The lines of your earlier imports take too much room. Delete one of them, or wait: they go after 7 days.":
    "Die Zeilen deiner früheren Importe brauchen zu viel Platz. Lösche einen davon oder warte: Nach 7 Tagen gehen sie.",
  "The lines of this import have been erased. Send the file again.":
    "Die Zeilen dieses Imports sind gelöscht. Schick die Datei noch einmal.",
  "Another file is being sent to you. Please wait until it has arrived.":
    "Eine andere Datei ist noch auf dem Weg zu dir. Bitte warte, bis sie angekommen ist.",
  "Many files are being sent at the moment. Please try again in a minute.":
    "Gerade werden viele Dateien übertragen. Bitte versuch es in einer Minute noch einmal.",
  "This file could not be read. Please send it again.":
    "Diese Datei ließ sich nicht lesen. Bitte schick sie noch einmal.",
  "There is no room for this file at the moment.": "Für diese Datei ist gerade kein Platz.",
  "There are no links in this file.": "In dieser Datei sind keine Links.",
  "None of the columns holds the addresses that links lead to. Name one of them url.":
    "Keine Spalte enthält die Adressen, zu denen Links führen. Nenne eine davon url.",
  "The service's disk is full, so nothing can be saved now. Links go on working.":
    "Der Speicher des Dienstes ist voll, deshalb lässt sich gerade nichts sichern. Links funktionieren weiter.",
  "The service cannot reach its database. Please try again soon.":
    "Der Dienst erreicht gerade seine Datenbank nicht. Bitte versuche es gleich noch einmal.",
  "This import has been started already.": "Dieser Import läuft schon oder ist fertig.",
};
