print("crypto")
