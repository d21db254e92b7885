// The most common passwords of eight or more characters, which every guessing tool tries first, in lower case.
const words = `
password password1 password2 password3 password12 password123 password1234 password12345 password! password1! password123! password01
passw0rd passw0rd! passw0rd1 p@ssw0rd p@ssword p@ssw0rd1 p@ssw0rd123 pa$$word pa55word pass1234 pass12345 passpass passwort passwords
mypassword newpassword thepassword mypass123 adminadmin admin123 admin1234 admin12345 admin123456 admin@123 admin2024 admin2025 admin2026
administrator root1234 rootroot toor1234 superuser superadmin changeme changeme1 changeme123 changeit default1 welcome1 welcome12 welcome123
welcome2024 welcome2025 welcome2026 letmein1 letmein12 letmein123 letmeinnow opensesame iloveyou iloveyou1 iloveyou2 iloveyou123 iloveyou!
ilovegod ilovejesus iloveme1 loveyou1 lovelove loveme123 mylove123 12345678 123456789 1234567890 12345678910 0123456789 0987654321 9876543210
987654321 87654321 123123123 123123123123 112233445566 11223344 1122334455 111222333 11111111 111111111 1111111111 00000000 000000000
0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 888888888 99999999 999999999 12121212 123321123 12344321 1234554321
12341234 123454321 147258369 147852369 159357456 159753456 741852963 789456123 963852741 98765432 01234567 10203040 102030405060 13131313
14141414 20202020 23232323 31415926 314159265 121212121 101010101 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 !qaz2wsx
!qaz@wsx zaq12wsx zaq1zaq1 zaq1xsw2 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty01 qwerty!@# qwertyqwerty
qwerty11 qwertz123 qwertzuiop azertyuiop azerty123 asdfghjk asdfghjkl asdfasdf asdf1234 asdfqwer asd12345 asdasdasd zxcvbnm1 zxcvbnm123
zxcvbnm, zxcvbnm,./ zxcvbnmz qazwsxedc qazwsx123 qaz123456 qweasdzxc qweasd123 qweqweqwe qwe123456 q1w2e3r4 q1w2e3r4t5 q12345678 a1234567 a12345678
a123456789 a1b2c3d4 a1s2d3f4 aa123456 aa12345678 aaa111222 aaaaaaaa aaaaaaaaa abcd1234 abcd12345 abcd123456 abc12345 abc123456 abc123abc
abc123456789 abcdefgh abcdefghi abcdefg1 abcabcabc 1a2b3c4d 1234abcd 12345abc 123456ab 123456abc 1234qwer 12345qwert 123456qwerty 123qweasd
123qweasdzxc 123qwe123 123abc123 123456789a 123456789q 12345678a 12345678q 1234567a 1234567q 1234567890a xxxxxxxx zzzzzzzz x1234567 z1234567
baseball baseball1 football football1 football123 basketball softball volleyball baseball123 lacrosse champion champions liverpool
liverpool1 arsenal1 chelsea1 chelsea123 manchester manutd123 barcelona realmadrid juventus yankees1 steelers cowboys1 lakers24 jordan23
michael1 michael123 michelle michelle1 jennifer jennifer1 jessica1 jonathan alexander alexandra alexandre anthony1 ashley123 benjamin
brandon1 brittany caroline charlie1 charlie123 charlotte chocolate christian christina christine christopher danielle daniel123 elizabeth
fernando francesco francisco frederick gabriela gabriel1 giovanni isabella jasmine1 jeremiah kimberly leonardo margaret matthew1 melissa1
nathalie nicholas nicole123 patricia patrick1 rebecca1 roberto1 samantha samantha1 sebastian stephanie thomas123 valentina veronica victoria
victoria1 vincent1 william1 superman superman1 superman123 spiderman spiderman1 batman123 batman01 starwars starwars1 pokemon1 pokemon123
minecraft minecraft1 fortnite naruto123 dragonball dragon12 dragon123 dragon1234 monkey123 monkey12 tigger123 sunshine sunshine1 sunshine123
princess princess1 princess123 princesa butterfly butterfly1 rainbow1 rainbow123 unicorn1 mermaid1 cupcake1 cookie123 chocolate1 strawberry
cheesecake blueberry snickers coffee123 computer computer1 computer123 internet internet1 samsung1 samsung123 nintendo playstation
playstation3 microsoft google123 facebook facebook1 linkedin youtube1 whatsapp instagram twitter1 myspace1 corvette mustang1 mercedes
ferrari1 porsche1 lamborghini harley123 motorola blackberry iphone123 telefone telephone jesus123 jesuschrist jesusislord godisgood
blessed1 blessing forever1 forever21 friends1 friendship whatever whatever1 nothing1 anything something trustno1 trustnoone secret123
secretsecret topsecret mysecret shadow123 shadow12 hunter123 hunter2hunter killer123 master123 masterkey matrix123 maverick mercury1
midnight midnight1 mountain november december september october1 february january1 summer12 summer123 summer2024 summer2025 summer2026
winter12 winter123 winter2024 winter2025 winter2026 spring2024 spring2025 spring2026 autumn2024 autumn2025 autumn2026 monday123 friday123
testtest test1234 test12345 test123456 testing1 testing123 tester123 temp1234 temporary temppass guest123 guestguest user1234 username
useruser login123 loginlogin access14 access123 server123 system123 manager1 manager123 oracle123 mysql123 postgres postgres1 database
docker123 kubernetes raspberry ubuntu123 linux123 cisco123 ciscocisco network1 wireless security security1 safety123 qwerty@123 hello123
hello1234 hellohello helloworld hello12345 goodluck goodbye1 good1234 sample123 example1 example123 demo1234 demodemo signpost signpost1
signpost123 fuckyou1 fuckyou2 fuckyou123 fuckoff1 bullshit asshole1 bitch123 1password onepassword correcthorsebatterystaple letmein!
danger123 diamond1 diamonds einstein elephant eminem123 enterprise explorer firebird fishing1 flowers1 freedom1 freedom123 garfield
genesis1 gateway1 guitar123 gangster hardcore hawaii123 homework hottie123 icecream infinity inuyasha kristina lovers123 marlboro metallica
metallica1 mickey123 mitchell moonlight morpheus mustang123 napoleon ncc1701d patriots peaches1 phoenix1 precious qwer1234 qwerasdf
rush2112 scarface scorpion scooter1 sexysexy simpsons skywalker slipknot snowball snowman1 southpark startrek sweetheart sweetie1 swordfish
terminal thunder1 thunderbird tinkerbell tottenham valentine vanessa1 vladimir warcraft warriors wolverine woodland yamaha123 zachary1`;

export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
